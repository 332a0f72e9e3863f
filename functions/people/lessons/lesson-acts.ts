import { lessonRefusals } from '#shared/people/wordings.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { type ListOfActs, undoableActs } from '#shared/undo/contract.ts';
import { ConflictError } from '../../platform/errors.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../platform/jobs/store.ts';
import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { readItems } from '../../platform/table/table.ts';
import { type AskedList, byInverse, byJob, type Undoing, undoableKinds } from '../../platform/undo/undo-calls.ts';
import { nothingToUndoError, undoableActions } from '../../platform/undo/undoable-actions.ts';
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

/** Where the acts of a teacher's dialog are listed. */
export const undoListNameOfTeacher = (employeeId: string, year: number): string => `${year}#${employeeId}`;

/** The write that remembers an act. `what` is its line in the list: "Mathematics 1A deleted". */
export function undoableLessonsAction(
  details: LessonsChanged['details'],
  { what, by }: { what: string; by: Authorship },
): Action {
  const place = undoListNameOfTeacher(details.employeeId, details.year);
  const change = { kind: 'lessons changed' as const, details };
  return undoableLessonActs.create({ change, what, place, by });
}

export const lessonActs = undoableKinds(
  undoableLessonActs,
  {
    openTo: undoableActs.lessons,
    list: ({ input, request: { now } }: AskedList<ListOfActs<'lessons'>>) =>
      undoableLessonActs.list({
        place: undoListNameOfTeacher(input.employee_id, startYearOf(input.academic_year_id)),
        now,
      }),
  },
  {
    'lessons changed': {
      undo: byInverse({ write: giveBack, refusal: () => new ConflictError(lessonRefusals.changedSince) }),
    },
    'lessons handed over': {
      undo: byJob({
        of: 'hand-over-lessons',
        keyOf: ({ key }) => key,
        as: { name: 'undo-hand-over' },
        stillRunning: lessonRefusals.busy,
        prepare: forgetPartOf,
        input: (handed) => handed?.input,
        plan: async ({ key }) => (await listHandedOver(key)).map(({ row }) => [row]),
        left: async (job) => (await listSkippedLessons(job)).map(({ lesson, reason }) => `${lesson}: ${reason}`),
      }),
    },
  },
);

async function giveBack({ details, undone, by }: Undoing<LessonsChanged>): Promise<ActOutcome | 'refused'> {
  const { employeeId, year, removed, added } = details;
  const [{ employee }, stored] = await Promise.all([
    readItems({ employee: employeeKey(employeeId) }),
    readLessonsOfTeacher(employeeId, year),
  ]);
  if (!employee) throw nothingToUndoError();
  refuseArchivedTeacher(employee);
  if (!isUntouched(details, stored)) return 'refused';
  return writeLessons({ teacher: employee, year, by, added: removed, removed: added, along: [undone()] });
}

/** Whether the teacher still has what was given, and not what was taken. */
function isUntouched({ added, removed }: LessonsChanged['details'], stored: readonly TaughtSubject[]): boolean {
  const has = (taught: TaughtSubject) =>
    stored.some(({ subjectId, classId }) => subjectId === taught.subjectId && classId === taught.classId);
  return added.every(has) && !removed.some(has);
}

/** Ends an undo that skipped rows. A repeated undo retries the remaining rows. */
async function forgetPartOf({ details: { key }, by: { request } }: Undoing<LessonsHandedOver>): Promise<void> {
  const before = await readJob('undo-hand-over', key);
  if (before?.state !== 'finished' || isRunFollowedBy(before, request.idempotencyKey)) return;
  if ((await listHandedOver(key)).length > 0) await deleteJob(before);
}
