import { lessonsContract } from '#shared/lessons/contract.ts';
import { startYearOf } from '#shared/terms/academic-year.ts';
import { storedLessonsOf, type Taught, writeLessons } from '../people/lessons/write-lessons.ts';
import { employeeKey } from '../people/store.ts';
import { ConflictError, NotFoundError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { readItems } from '../platform/table/table.ts';
import { lessonActs as acts, type LessonAct, placeOfTeacher } from './lesson-acts.ts';
import { refuseArchived } from './who-teaches.ts';

export const lessonActs = callHandler(lessonsContract.lessonActs, {
  handle: ({ input, request: { now } }) =>
    acts.list({ place: placeOfTeacher(input.employee_id, startYearOf(input.academic_year_id)), now }),
});

export const undoLessonAct = callHandler(lessonsContract.undoLessonAct, {
  prefetch: ({ undo }) => ({ act: acts.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act) throw new NotFoundError('There is nothing to undo any more.');
    if (act.undoneAt !== undefined) return { ok: true as const };
    const { employeeId, year, removed, added } = act.change.details;
    const [{ employee }, stored] = await Promise.all([
      readItems({ employee: employeeKey(employeeId) }),
      storedLessonsOf(employeeId, year),
    ]);
    if (!employee) throw new NotFoundError('There is nothing to undo any more.');
    refuseArchived(employee);
    if (!isUntouched(act, stored)) throw touched();
    const outcome = await writeLessons({
      ...{ teacher: employee, year, caller, request },
      ...{ added: removed, removed: added },
      along: [{ Update: acts.undone(act, request).params() }],
    });
    if (outcome === 'refused') throw touched();
    return { ok: true as const };
  },
});

/** What was given is there, and what was taken is not. */
function isUntouched({ change }: LessonAct, stored: readonly Taught[]): boolean {
  const has = (taught: Taught) =>
    stored.some(({ subjectId, classId }) => subjectId === taught.subjectId && classId === taught.classId);
  return change.details.added.every(has) && !change.details.removed.some(has);
}

const touched = () => new ConflictError('These lessons have been changed since, and this can no longer be undone.');
