import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { newYearWordings } from '#shared/school/wordings.ts';
import { hasLessons } from '../../people/records/store.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import {
  latestYearWithLessons,
  listSkippedByTakeOver,
  readLessonsAndPostsOfAllYears,
  readTakeOverJobs,
  readTakeOverPlan,
  type TakeOverInput,
} from './take-over-status.ts';
import { listTakenOverByRun } from './taken-over.ts';

/** Rows of a batch: teachers take three transactions each, students one. */
const rowsOfBatch = 20;

/** A row of the plan. Students come after all teachers: what they take goes by the lessons of the new year. */
export type TakeOverRow = { employeeId: string } | { studentId: string; ends: string[]; withoutTeacher: string[] };

export const takeOverLessons = callHandler(termsContract.takeOverLessons, {
  handle: async ({ input, caller, request }) => {
    const year = startYearOf(input.academic_year_id);
    const from = startYearOf(input.from);
    const { takeOver, undo } = await readTakeOverJobs(year);
    if (undo?.state === 'running') throw new ConflictError(newYearWordings.beingUndone);
    if (takeOver?.state === 'finished' && !isRunFollowedBy(takeOver, request.idempotencyKey)) {
      throw new ConflictError(newYearWordings.takenOver(academicYearTitle(year), takeOver.startedByName));
    }
    if (!takeOver) {
      if (await hasLessons(year)) throw new ConflictError(newYearWordings.hasLessons(academicYearTitle(year)));
      // A new take-over clears the result of an earlier undo.
      if (undo) await deleteJob(undo);
    }
    const job = await runJob({
      name: 'take-over-lessons',
      key: String(year),
      input: { year, from } satisfies TakeOverInput,
      plan: async () => {
        const years = await readLessonsAndPostsOfAllYears();
        if (latestYearWithLessons(year, years) !== from) {
          throw new ConflictError(newYearWordings.notLatest(academicYearTitle(from)));
        }
        const { teachers, students } = await readTakeOverPlan(from, years);
        return batchTakeOverRows([
          ...teachers
            .filter(({ taken, posts }) => taken.length + posts.length > 0)
            .map(({ employeeId }): TakeOverRow => ({ employeeId })),
          ...students.map(({ studentId, ends, withoutTeacher }): TakeOverRow => ({ studentId, ends, withoutTeacher })),
        ]);
      },
      by: { caller, request },
    });
    return { ...toProgress(job), left: await listSkippedByTakeOver(job) };
  },
});

export const batchTakeOverRows = (rows: readonly object[]): string[][] =>
  splitIntoPieces(
    rows.map((row) => JSON.stringify(row)),
    rowsOfBatch,
  );

export const undoTakeOver = callHandler(termsContract.undoTakeOver, {
  handle: async ({ input, caller, request }) => {
    const year = startYearOf(input.academic_year_id);
    const { takeOver, undo } = await readTakeOverJobs(year);
    const isRepeated = undo !== undefined && isRunFollowedBy(undo, request.idempotencyKey);
    if (takeOver?.state === 'running') throw new ConflictError(newYearWordings.stillTaken);
    if (!takeOver && !isRepeated && undo?.state !== 'running') {
      throw new ConflictError(newYearWordings.nothingTaken(academicYearTitle(year)));
    }
    if (undo?.state === 'finished' && !isRepeated) await deleteJob(undo);
    const job = await runJob({
      name: 'undo-take-over',
      key: String(year),
      input: { ...(takeOver?.input as TakeOverInput), run: takeOver?.run ?? '' } satisfies TakeOverInput,
      plan: async () =>
        batchTakeOverRows((await listTakenOverByRun(takeOver?.run ?? '')).map(({ about }) => ({ about }))),
      by: { caller, request },
    });
    // Without rows no worker runs, so the undo is finished here.
    if (job.total === 0 && takeOver) await deleteJob(takeOver);
    return { ...toProgress(job), left: await listSkippedByTakeOver(job) };
  },
});
