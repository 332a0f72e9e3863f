import { toProgress } from '../../platform/jobs/run-job.ts';
import { type JobItem, readJob, remarksOf } from '../../platform/jobs/store.ts';
import { studentNames } from '../../students/records/store.ts';

/** Names the update of a class's reports of a term, or of all. */
export const updateKey = ({ year, term }: { year: number; term: number }, classId: string | null): string =>
  `${year}#${term}#${classId ?? '*'}`;

/** The last update of a choice, and the undoing of that very run. Two requests. */
export async function lastRuns(key: string): Promise<{ run: JobItem | undefined; undo: JobItem | undefined }> {
  const run = await readJob('update-term-reports', key);
  return { run, undo: run && (await undoOf(run)) };
}

/** The undoing of a run, where there is one. */
export const undoOf = ({ run }: JobItem) => readJob('undo-update-term-reports', run);

/** How far a run is; once it is over, whom it left alone and why. */
export async function outcomeOf(job: JobItem) {
  if (job.state === 'running') return { ...toProgress(job), left: [] };
  const remarks = await remarksOf(job);
  const names = await studentNames(remarks.map(({ row }) => row));
  return {
    ...toProgress(job),
    left: remarks.map(({ row, text }) => ({ student_id: row, name: names.get(row) ?? row, reason: text })),
  };
}
