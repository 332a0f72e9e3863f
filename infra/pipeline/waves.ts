import type { SchoolFile } from '#shared/school/school-file.ts';
import {
  type FileFolders,
  knownAccounts,
  listSharers,
  loadAccount,
  loadAccountOfSchool,
  ownFolders,
} from '../account-file.ts';
import { isStageId } from '../names.ts';
import { OperatorError } from '../operators/operator-error.ts';
import { knownSchools, loadSchool } from '../school.ts';

/** A school or an account, by the name of its file, and where it is deployed, as a job of the pipeline receives it. */
interface Destination {
  name: string;
  account: string;
  region: string;
}

/**
 * The waves of schools, in the order of deployment, and before stages and schools the accounts that have any: each
 * once. `all` has every school.
 */
export type Destinations = Record<
  'stagingAccounts' | 'staging' | 'accounts' | 'first' | 'second' | 'third' | 'all',
  Destination[]
>;

/** Jobs that GitHub makes of a matrix. */
const mostJobs = 256;

/**
 * Every school that has a file in the wave that its file says, and stages before all of them.
 * @param only an account, where its schools alone are deployed
 * @throws {OperatorError} for a file that is not valid, a school that no account's file has, or too large a wave
 */
export function planWaves(folders: FileFolders = ownFolders, only?: string): Destinations {
  for (const id of knownSchools(folders.schools)) loadAccountOfSchool(id, folders);
  const names = only === undefined ? knownAccounts(folders) : [only];
  const accounts = names.map((name) => loadAccount(name, folders));
  const deployed = new Set(accounts.flatMap(({ schools }) => schools));
  const schools = knownSchools(folders.schools)
    .filter((id) => deployed.has(id))
    .map((id) => loadSchool(id, folders.schools));
  const having = (kind: 'schools' | 'stages') =>
    accounts.filter((account) => listSharers(account, kind).length > 0).map(({ name, aws }) => ({ name, ...aws }));
  const of = (wanted: SchoolFile['wave']) => schools.filter(({ id, wave }) => !isStageId(id) && wave === wanted);
  const waves: Destinations = {
    stagingAccounts: having('stages'),
    staging: schools.filter(({ id }) => isStageId(id)).map(destination),
    accounts: having('schools'),
    first: of('first').map(destination),
    second: of('second').map(destination),
    third: of('third').map(destination),
    all: schools.map(destination),
  };
  refuseLargeWaves(waves);
  return waves;
}

/** @throws {OperatorError} for a wave of more than {@link mostJobs}: GitHub would begin none of its jobs */
export function refuseLargeWaves(waves: Readonly<Record<string, readonly unknown[]>>): void {
  for (const [wave, places] of Object.entries(waves)) {
    if (places.length <= mostJobs) continue;
    const instead = 'deploy the accounts one by one, as docs/operations/many-schools.md has it.';
    throw new OperatorError(
      `${wave}: GitHub makes ${mostJobs} jobs at most, and there are ${places.length}: ${instead}`,
    );
  }
}

const destination = ({ id, aws }: SchoolFile): Destination => ({ name: id, ...aws });
