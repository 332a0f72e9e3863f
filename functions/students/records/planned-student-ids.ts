import { readJob } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';

/**
 * The last id that an upload planned for a new student. The student is written minutes later, so new ids also continue
 * from here while that upload is running; then the register says which ids are taken, and those that were taken back
 * are free. Absent until the first upload.
 */
interface PlannedStudentIdsItem {
  last: string;
  /** The job that adds them, and the key of its run. */
  job: string;
  upload: string;
}

const PlannedStudentIdsEntity = entity<PlannedStudentIdsItem>()({
  name: 'ids-planned',
  pk: 'student-ids',
  sk: 'planned',
});

export const lastPlannedStudentIdKey = () => PlannedStudentIdsEntity.key({});

/** The last planned id while its upload has not ended; else blank. One request where ids were ever planned. */
export async function lastIdOfRunningUpload(planned: PlannedStudentIdsItem | undefined): Promise<string> {
  if (!planned) return '';
  const run = await readJob(planned.job, planned.upload);
  // Planned and not begun yet counts as running for a moment: the run is written right after it.
  return run === undefined || run.state === 'running' ? planned.last : '';
}

/** Part of the transaction that plans ids: cancels it where others were planned since `before` was read. */
export const planStudentIdsAction = (
  planned: PlannedStudentIdsItem,
  before: PlannedStudentIdsItem | undefined,
): Action => PlannedStudentIdsEntity.put(planned, whereUnchanged(before, ['last', 'job', 'upload']));
