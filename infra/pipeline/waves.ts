import type { SchoolFile } from '#shared/school/school-file.ts';
import { isStageId } from '../names.ts';
import { knownSchools, loadSchool } from '../school.ts';

/** A school and where it is deployed, as a job of the pipeline receives it. */
interface Destination {
  school: string;
  account: string;
  region: string;
}

/** The waves of schools, in the order of deployment; `all` has every school. */
export type DestinationsByWave = Record<'staging' | 'first' | 'second' | 'third' | 'all', Destination[]>;

/**
 * Every school that has a file in the wave that its file says, and stages before all of them.
 * @throws {OperatorError} for a file that is not valid
 */
export function planWaves(folder?: URL): DestinationsByWave {
  const schools = knownSchools(folder).map((id) => loadSchool(id, folder));
  const of = (wanted: SchoolFile['wave']) => schools.filter(({ id, wave }) => !isStageId(id) && wave === wanted);
  return {
    staging: schools.filter(({ id }) => isStageId(id)).map(destination),
    first: of('first').map(destination),
    second: of('second').map(destination),
    third: of('third').map(destination),
    all: schools.map(destination),
  };
}

const destination = ({ id, aws }: SchoolFile): Destination => ({
  school: id,
  account: aws.account,
  region: aws.region,
});
