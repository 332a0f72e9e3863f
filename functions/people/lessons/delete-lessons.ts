import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { countStudentsWithMarks } from '../../marks/records/students-with-marks.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { type Authorship, isChangeDone, type WriteAttempt } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { lessonLineId } from '../records/picker-lessons.ts';
import type { LessonItem } from '../records/store.ts';
import { readLessonsOfTeacher } from '../records/store.ts';
import { lessonsAuditSubject, toTaughtSubject, writeLessons } from '../records/write-lessons.ts';
import { undoableLessonActs, undoableLessonsAction } from './lesson-acts.ts';
import { lessonTeacherKeys, requireTeacherAndYear, type StoredTeacher } from './lesson-facts.ts';
import { hasSameClasses, runEachRow } from './lesson-rows.ts';
import { lessonName } from './save-lessons.ts';

export const deleteAdminLessons = callHandler(lessonsContract.deleteAdminLessons, {
  prefetch: lessonTeacherKeys,
  handle: async ({ input, caller, found, request }) => {
    const of = requireTeacherAndYear(input, found);
    const rows = await runEachRow(input.ids, request, (id, attempt) =>
      deleteLessonRow({ ...of, row: { id }, by: { caller, request: attempt } }),
    );
    return rows.map((row) =>
      'refused' in row
        ? { id: row.row, students_with_marks: 0, undo: null, refused: row.refused }
        : { ...row, refused: null },
    );
  },
});

export const deleteAdminLesson = callHandler(lessonsContract.deleteAdminLesson, {
  prefetch: lessonTeacherKeys,
  handle: ({ input, caller, found, request }) =>
    deleteLessonRow({ ...requireTeacherAndYear(input, found), row: input, by: { caller, request } }),
});

/** Deletes a row of a teacher's lessons. What was entered in it belongs to the students and stays (rule 7). */
export async function deleteLessonRow({
  row: { id, was },
  teacher,
  year,
  by,
}: {
  row: { id: string; was?: string[] | undefined };
  teacher: StoredTeacher;
  year: number;
  by: Authorship;
}) {
  const { employeeId } = teacher;
  const subjects = await readSubjectNamesById();
  const deleted = await retryRefused({
    read: () => readLessonsOfTeacher(employeeId, year),
    attempt: async (stored): Promise<readonly Pick<LessonItem, 'subjectId' | 'classId'>[] | 'refused'> => {
      const lessons = stored.filter((lesson) => lessonLineId(lesson) === id);
      const [first] = lessons;
      if (!first || (was !== undefined && !hasSameClasses(lessons, was))) {
        const done = await doneBefore({ employeeId, year, request: by.request });
        if (done) return done;
        if (!first) throw new NotFoundError(lessonRefusals.deletedAlready);
        throw new ConflictError(lessonRefusals.changedByOther, {
          field: 'form_classes',
          yours: null,
          theirs: lessons.map(({ classId }) => classId).join(', '),
          by: null,
          at: null,
        });
      }
      const removed = lessons.map(toTaughtSubject);
      const what = `${lessonName(first, subjects)} deleted`;
      const along = [undoableLessonsAction({ employeeId, year, removed, added: [] }, { what, by })];
      const outcome = await writeLessons({ teacher, year, added: [], removed, along, by });
      return isRefused(outcome) ? 'refused' : removed;
    },
    what: 'the lessons of this teacher',
  });
  const subjectId = deleted[0]?.subjectId ?? '';
  const classIds = deleted.map(({ classId }) => classId);
  const students = await countStudentsWithMarks({ year, subjectId, classIds });
  return { id, students_with_marks: students, undo: by.request.idempotencyKey };
}

/** What an earlier attempt of this request deleted. */
async function doneBefore({ employeeId, year, request }: { employeeId: string; year: number; request: WriteAttempt }) {
  if (!(await isChangeDone(lessonsAuditSubject(employeeId, year), request.idempotencyKey))) return undefined;
  const { act } = await readItems({ act: undoableLessonActs.key(request.idempotencyKey) });
  return act?.change.kind === 'lessons changed' ? act.change.details.removed : undefined;
}
