import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../platform/jobs/store.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Action } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import type { Author, WriteAttempt } from '../../platform/table/audit.ts';
import { readItems } from '../../platform/table/table.ts';
import {
  nothingToUndoError,
  UndoableActionEntity,
  type UndoableActionOf,
  undoableActions,
} from '../../platform/undo/undoable-actions.ts';
import { employeeKey, readLessonsOfTeacher } from '../records/store.ts';
import { type TaughtSubject, writeLessons } from '../records/write-lessons.ts';
import { listSkippedLessons } from './hand-over/hand-over.ts';
import { listHandedOver } from './hand-over/handed-over.ts';
import { refuseArchivedTeacher } from './lesson-facts.ts';

/** Lessons that were taken from a teacher, and those that replaced them. */
interface LessonsChanged {
  kind: 'lessons changed';
  details: { employeeId: string; year: number; removed: TaughtSubject[]; added: TaughtSubject[] };
}

/** Lessons that were handed over, by the key of the job. */
interface LessonsHandedOver {
  kind: 'lessons handed over';
  details: { key: string };
}

export type LessonsChange = LessonsChanged | LessonsHandedOver;

/** The acts of the Lessons dialog that can be undone, listed by teacher and year. */
export const undoableLessonActs = undoableActions<LessonsChange>('lessons');
export type LessonsAct = UndoableActionOf<LessonsChanged>;

/** Where the acts of a teacher's dialog are listed. */
export const undoListNameOfTeacher = (employeeId: string, year: number): string => `${year}#${employeeId}`;

/** The write that remembers an act. `what` is its line in the list: "Mathematics 1A deleted". */
export function undoableLessonsAction(
  details: LessonsChanged['details'],
  { what, caller, request }: { what: string; caller: Author; request: WriteAttempt },
): Action {
  const place = undoListNameOfTeacher(details.employeeId, details.year);
  const change = { kind: 'lessons changed' as const, details };
  return UndoableActionEntity.create(undoableLessonActs.action({ change, what, place, caller, request }));
}

export const listLessonActs = callHandler(lessonsContract.listLessonActs, {
  handle: ({ input, request: { now } }) =>
    undoableLessonActs.list({
      place: undoListNameOfTeacher(input.employee_id, startYearOf(input.academic_year_id)),
      now,
    }),
});

interface Undoing {
  caller: Caller;
  request: RequestFacts;
}

export const undoLessonAct = callHandler(lessonsContract.undoLessonAct, {
  prefetch: ({ undo }) => ({ act: undoableLessonActs.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act) throw nothingToUndoError();
    const { change } = act;
    if (change.kind === 'lessons handed over') return handBack(change.details.key, { caller, request });
    if (!undoableLessonActs.wasUndone(act, request)) await giveBack({ ...act, change }, { caller, request });
    return { rows_processed: 1, total_rows: 1, state: 'finished' as const, left: [] };
  },
});

async function giveBack(act: LessonsAct, { caller, request }: Undoing): Promise<void> {
  const { employeeId, year, removed, added } = act.change.details;
  const [{ employee }, stored] = await Promise.all([
    readItems({ employee: employeeKey(employeeId) }),
    readLessonsOfTeacher(employeeId, year),
  ]);
  if (!employee) throw nothingToUndoError();
  refuseArchivedTeacher(employee);
  if (!isUntouched(act, stored)) return refuseUnlessUndone(act, request);
  const outcome = await writeLessons({
    ...{ teacher: employee, year, caller, request },
    ...{ added: removed, removed: added },
    along: [undoableLessonActs.undone(act, request)],
  });
  if (isRefused(outcome)) await refuseUnlessUndone(act, request);
}

/** @throws ConflictError unless an earlier attempt of this request undid it */
async function refuseUnlessUndone({ key }: LessonsAct, request: RequestFacts): Promise<void> {
  const { act } = await readItems({ act: undoableLessonActs.key(key) });
  if (!act || !undoableLessonActs.wasUndone(act, request)) throw touched();
}

/** Whether the teacher still has what was given, and not what was taken. */
function isUntouched({ change }: LessonsAct, stored: readonly TaughtSubject[]): boolean {
  const has = (taught: TaughtSubject) =>
    stored.some(({ subjectId, classId }) => subjectId === taught.subjectId && classId === taught.classId);
  return change.details.added.every(has) && !change.details.removed.some(has);
}

const touched = () => new ConflictError(lessonRefusals.changedSince);

/** Begins to give handed-over lessons back, or says how far that is. */
async function handBack(key: string, { caller, request }: Undoing) {
  const handed = await readJob('hand-over-lessons', key);
  if (!handed) throw nothingToUndoError();
  await forgetPartOf(key, request);
  const job = await runJob({
    ...{ name: 'undo-hand-over', key, input: handed.input, caller, request },
    plan: async () => (await listHandedOver(key)).map(({ row }) => [row]),
  });
  return { ...toProgress(job), left: await listSkippedLessons(job) };
}

/** Ends an undo that skipped rows. A repeated undo retries the remaining rows. */
async function forgetPartOf(key: string, { idempotencyKey }: RequestFacts): Promise<void> {
  const before = await readJob('undo-hand-over', key);
  if (before?.state !== 'finished' || isRunFollowedBy(before, idempotencyKey)) return;
  if ((await listHandedOver(key)).length > 0) await deleteJob(before);
}
