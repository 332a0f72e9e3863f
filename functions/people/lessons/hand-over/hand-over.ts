import { createHash } from 'node:crypto';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import type { SkippedLesson } from '#shared/people/lessons/hand-over-calls.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { readLinesOfStudents, readMarkBookPage } from '../../../marks/records/course-work.ts';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { runJob, toProgress } from '../../../platform/jobs/run-job.ts';
import { type JobItem, readJob, readRemarks } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { splitIntoPieces } from '../../../platform/table/table.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { lessonLineId, toPickerLessons } from '../../records/picker-lessons.ts';
import { employeeKey, employeeName, type LessonItem, readLessonsOfTeacher } from '../../records/store.ts';

import {
  lessonTeacherKeys,
  refuseArchivedTeacher,
  refuseRestoredTeacher,
  requireTeacherAndYear,
} from '../lesson-facts.ts';
import { type HandOverInput, teacherPageKey, termNumbers } from './handed-over.ts';
import { listStudentIdsOfLessons } from './students-of-lessons.ts';

const keys = (input: { employee_id: string; to_employee_id: string }) => ({
  ...lessonTeacherKeys(input),
  other: employeeKey(input.to_employee_id),
});

/** Lessons that a batch hands over: a minute is enough for them, however large the classes. */
const batchSize = 3;

export const handOverLessons = callHandler(lessonsContract.handOverLessons, {
  prefetch: keys,
  handle: async ({ input, caller, found, request }) => {
    const { teacher, year } = requireTeacherAndYear(input, found);
    const { other, period } = found;
    if (!other) throw new NotFoundError(lessonRefusals.nobodyToHandOverTo);
    const key = jobKeyOf({ year, employeeId: teacher.employeeId, act: request.idempotencyKey });
    const begun = await readJob('hand-over-lessons', key);
    if (!begun) {
      if (other.employeeId === teacher.employeeId) {
        throw new ValidationError({ to_employee_id: [lessonRefusals.chooseOther] });
      }
      refuseArchivedTeacher(other, 'to_employee_id');
      if (input.only_archived) refuseRestoredTeacher(teacher);
    }
    const [lessons, subjects] = begun
      ? [[], new Map()]
      : await Promise.all([readLessonsOfTeacher(teacher.employeeId, year), readSubjectNamesById()]);
    const names = Object.fromEntries(toPickerLessons(lessons, subjects).map(({ id, lesson }) => [id, lesson]));
    const unknown = begun ? undefined : input.ids.find((id) => names[id] === undefined);
    if (unknown !== undefined) {
      throw new ValidationError({ ids: [lessonRefusals.noLongerTeaches(employeeName(teacher), unknown)] });
    }
    const wanted: HandOverInput = {
      year,
      term: period?.term ?? 1,
      from: teacher.employeeId,
      to: other.employeeId,
      fromName: employeeName(teacher),
      toName: employeeName(other),
      act: request.idempotencyKey,
      names: Object.fromEntries(input.ids.map((id) => [id, names[id] ?? id])),
    };
    const ids = [...new Set(input.ids)];
    const job = await runJob({
      name: 'hand-over-lessons',
      key,
      input: wanted,
      by: { caller, request },
      plan: async () => splitIntoPieces(ids, batchSize),
    });
    return { ...toProgress(job), left: await listSkippedLessons(job) };
  },
});

/** Names the hand-over of one request, and of its retries. */
const jobKeyOf = ({ year, employeeId, act }: { year: number; employeeId: string; act: string }): string =>
  `${year}#${employeeId}#${createHash('sha256').update(act).digest('hex').slice(0, 16)}`;

/** The lessons that a run skipped; none while it runs. */
export async function listSkippedLessons(job: JobItem): Promise<SkippedLesson[]> {
  const remarks = job.state === 'running' ? [] : await readRemarks(job);
  const { names } = job.input as HandOverInput;
  return remarks.map(({ row, text }) => ({ id: row, lesson: names[row] ?? row, reason: text }));
}

export const previewHandOver = callHandler(lessonsContract.previewHandOver, {
  prefetch: keys,
  handle: async ({ input, found }) => {
    const { teacher, year } = requireTeacherAndYear(input, found);
    const to = input.to_employee_id;
    const [mine, theirs, subjects] = await Promise.all([
      readLessonsOfTeacher(teacher.employeeId, year),
      readLessonsOfTeacher(to, year),
      readSubjectNamesById(),
    ]);
    return Promise.all(
      toPickerLessons(mine, subjects).map(
        async ({ id, lesson, form_classes, form_level: formLevel, subject_id: subjectId }) => {
          const of = { year, subjectId, formLevel };
          const ofLevel = theirs.filter((one) => one.subjectId === subjectId && one.formLevel === formLevel);
          return {
            id,
            lesson,
            form_classes,
            students_with_marks: await studentsOf(mine.filter((one) => lessonLineId(one) === id)),
            shared: ofLevel.map(({ classId }) => classId).filter((classId) => form_classes.includes(classId)),
            is_beside: await hasPage(of, { to, hasLessons: ofLevel.length > 0 }),
          };
        },
      ),
    );
  },
});

/** How many students have marks on the pages of a line. Two requests a term at least. */
async function studentsOf(lessons: readonly LessonItem[]): Promise<number> {
  const [first] = lessons;
  if (!first) return 0;
  const { year, subjectId, formLevel, employeeId } = first;
  const given = lessons.map(({ classId }) => classId);
  const studentIds = await listStudentIdsOfLessons({ subjectId, formLevel, year, given, shared: [] });
  const lines = await readLinesOfStudents(
    termNumbers.flatMap((term) => studentIds.map((studentId) => ({ studentId, year, term, subjectId }))),
  );
  const pages = termNumbers.map((term) => teacherPageKey(first, employeeId, term));
  const marked = lines.filter(
    ({ page, term, marks }) => Object.keys(marks).length > 0 && (pages[term - 1] ?? page) === page,
  );
  return new Set(marked.map(({ studentId }) => studentId)).size;
}

/** The other teacher works on a page of the subject and form already. */
async function hasPage(
  of: { year: number; subjectId: string; formLevel: number },
  { to, hasLessons }: { to: string; hasLessons: boolean },
): Promise<boolean> {
  if (teacherPageKey(of, to, 1) === undefined) return false;
  if (hasLessons) return true;
  const pages = await Promise.all(termNumbers.map((term) => readMarkBookPage(teacherPageKey(of, to, term) ?? '')));
  return pages.some(({ assessments, lines }) => assessments.length + lines.length > 0);
}
