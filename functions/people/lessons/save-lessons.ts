import type { Lesson } from '#shared/people/contract.ts';
import { isTaughtByClass, levelName } from '#shared/people/form-level.ts';
import { lessonsContract, type SharedClass } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { type Authorship, isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { toPickerLessons } from '../records/picker-lessons.ts';
import type { LessonItem } from '../records/store.ts';
import { readLessonsOfTeacher } from '../records/store.ts';
import { lessonsAuditSubject, writeLessons } from '../records/write-lessons.ts';
import { undoableLessonActs, undoableLessonsAction } from './lesson-acts.ts';
import { findOtherTeachers, lessonTeacherKeys, requireTeacherAndYear, type StoredTeacher } from './lesson-facts.ts';
import { decideRowChange, type LessonRowToSave, lessonGoneError, runEachRow, toLessonItems } from './lesson-rows.ts';

export const saveAdminLessons = callHandler(lessonsContract.saveAdminLessons, {
  prefetch: lessonTeacherKeys,
  handle: async ({ input, caller, found, request }) => {
    const of = requireTeacherAndYear(input, found);
    const rows = await runEachRow(input.lessons, request, (row, attempt) =>
      saveLessonRow({ ...of, row, by: { caller, request: attempt } }),
    );
    return rows.map((row) =>
      'refused' in row ? { lesson: null, shared: [], undo: null, refused: row.refused } : { ...row, refused: null },
    );
  },
});

export const saveLesson = callHandler(lessonsContract.saveLesson, {
  prefetch: lessonTeacherKeys,
  handle: ({ input, caller, found, request }) =>
    saveLessonRow({ ...requireTeacherAndYear(input, found), row: input, by: { caller, request } }),
});

/** The same act under the office's path. */
export { saveLesson as saveAdminLesson };

interface Saving {
  row: LessonRowToSave;
  teacher: StoredTeacher;
  year: number;
  by: Authorship;
}

interface SavedRow {
  lesson: Lesson;
  shared: SharedClass[];
  undo: string | null;
}

/**
 * Saves a row: what it adds to the teacher's lessons and what it takes from them, in one transaction. A row that is
 * stored as wanted is not written, so a retry changes nothing.
 */
export async function saveLessonRow({ row, teacher, year, by }: Saving): Promise<SavedRow> {
  const { employeeId } = teacher;
  const { subject_id: subjectId } = row;
  const subjects = await readSubjectNamesById();
  const wanted = toLessonItems(row, { teacher, year, isSubject: subjects.has(subjectId) });
  const lessons = await retryRefused({
    read: () => readLessonsOfTeacher(employeeId, year),
    attempt: async (stored): Promise<readonly LessonItem[] | 'refused'> => {
      const change = decideRowChange(row, wanted, stored);
      if (change === 'as wanted') return wanted;
      if (await isChangeDone(lessonsAuditSubject(employeeId, year), by.request.idempotencyKey)) return wanted;
      if (change === 'gone') throw lessonGoneError(row);
      if (change === 'listed already') {
        const reason = lessonRefusals.listedAlready(lessonName(wanted[0], subjects));
        throw new ValidationError({ subject_id: [reason] });
      }
      const { before, removed, added, after } = change;
      const what = `${lessonName(before[0] ?? wanted[0], subjects)} changed`;
      const remembered = () => undoableLessonsAction({ employeeId, year, removed, added }, { what, by });
      const outcome = await writeLessons({
        teacher,
        year,
        added,
        removed,
        by,
        along: removed.length === 0 ? [] : [remembered()],
      });
      return isRefused(outcome) ? 'refused' : after;
    },
    what: 'the lessons of this teacher',
  });
  const classIds = lessons.map(({ classId }) => classId);
  const [shared, { act }] = await Promise.all([
    findOtherTeachers({ year, subjectId, classIds }, employeeId),
    readItems({ act: undoableLessonActs.key(by.request.idempotencyKey) }),
  ]);
  const [lesson] = toPickerLessons(lessons, subjects);
  if (!lesson) throw lessonGoneError(row);
  return { lesson, shared, undo: act ? by.request.idempotencyKey : null };
}

/** "Mathematics 1A", "Physics Form 4". */
export function lessonName(
  { subjectId, classId, formLevel }: Pick<LessonItem, 'subjectId' | 'classId' | 'formLevel'>,
  subjects: ReadonlyMap<string, { title: string }>,
): string {
  return `${subjects.get(subjectId)?.title ?? subjectId} ${isTaughtByClass(formLevel) ? classId : levelName(formLevel)}`;
}
