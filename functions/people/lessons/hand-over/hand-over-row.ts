import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { readMarkBookPage } from '../../../marks/records/course-work.ts';
import { type Action, executeAction } from '../../../platform/table/action.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Author } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { lessonLineId } from '../../records/picker-lessons.ts';
import {
  currentTeacherCheck,
  employeeKey,
  LessonEntity,
  type LessonItem,
  readLessonsOfTeacher,
} from '../../records/store.ts';
import { lessonsAuditSubject, toLessonItem, toTaughtSubject } from '../../records/write-lessons.ts';
import {
  HandedOverEntity,
  type HandedOverItem,
  type HandOverInput,
  handedOverKey,
  teacherPageKey,
  termNumbers,
} from './handed-over.ts';
import { moveLessonRecords, planAssessmentMoves, splitStepsIntoTransactions } from './move-lesson-records.ts';

export interface HandOverRowWork {
  input: HandOverInput;
  /** The key of the job, and its run. */
  key: string;
  run: string;
  row: string;
  caller: Author;
  now: Date;
}

/**
 * Hands one row of lessons over: the lessons in one transaction, which takes them from one teacher and gives them to
 * the other, then what belongs to them. Gives the reason where it cannot be done, else null.
 */
export async function handOverLessonRow(work: HandOverRowWork): Promise<string | null> {
  const { input, key, row, caller, now } = work;
  const { record: before } = await readItems({ record: handedOverKey(key, row) });
  const record = before ?? (await giveLessons(work));
  if (typeof record === 'string') return record;
  await moveLessonRecords({ record, from: input.from, to: input.to, term: input.term, caller, now });
  return null;
}

function giveLessons(work: HandOverRowWork): Promise<HandedOverItem | string> {
  const { input, key, row } = work;
  const { from, to, year, fromName, toName } = input;
  return retryRefused({
    read: async () => {
      const [mine, theirs, { teacher }] = await Promise.all([
        readLessonsOfTeacher(from, year),
        readLessonsOfTeacher(to, year),
        readItems({ teacher: employeeKey(to) }),
      ]);
      return { lessons: mine.filter((lesson) => lessonLineId(lesson) === row), theirs, teacher };
    },
    attempt: async ({ lessons, theirs, teacher }): Promise<HandedOverItem | string | 'refused'> => {
      const [first] = lessons;
      if (!first) return lessonRefusals.doesNotTeach(fromName);
      if (!teacher || isArchivedTeacher(teacher)) return lessonRefusals.archived(toName);
      const isShared = (lesson: LessonItem) => theirs.some(isLesson(lesson));
      const given = lessons.filter((lesson) => !isShared(lesson));
      const { subjectId, formLevel } = first;
      const of = { year, subjectId, formLevel };
      const record: HandedOverItem = {
        key,
        row,
        from,
        to,
        ...of,
        given: given.map(({ classId }) => classId),
        shared: lessons.filter(isShared).map(({ classId }) => classId),
        whole: await freeTerms(of, { to, theirs }),
      };
      const outcome = await change(work, {
        removed: lessons,
        added: given.map((lesson) => ({ ...lesson, employeeId: to })),
        receiver: teacher,
        note: HandedOverEntity.create(record),
        assessments: await planAssessmentMoves({ record, from, to }),
      });
      return isRefused(outcome) ? 'refused' : record;
    },
    what: 'these lessons',
  });
}

/** Returns one row of lessons with what belongs to them. Gives the reason where it skips the row, else null. */
export async function undoHandOverOfLessonRow(work: HandOverRowWork): Promise<string | null> {
  const { input, key, row, caller, now } = work;
  const { record: before } = await readItems({ record: handedOverKey(key, row) });
  if (!before) return null;
  const record = before.isGoingBack ? before : await returnLessons(work, before);
  if (typeof record === 'string') return record;
  await moveLessonRecords({ record, from: input.to, to: input.from, term: input.term, caller, now });
  await executeAction(HandedOverEntity.delete({ key, row }));
  return null;
}

function returnLessons(work: HandOverRowWork, first: HandedOverItem) {
  const { input, key, row } = work;
  const { from, to, year, fromName, toName } = input;
  return retryRefused({
    read: async () => {
      const [mine, theirs, { teacher, record }] = await Promise.all([
        readLessonsOfTeacher(from, year),
        readLessonsOfTeacher(to, year),
        readItems({ teacher: employeeKey(from), record: handedOverKey(key, row) }),
      ]);
      return { mine, theirs, teacher, record };
    },
    attempt: async ({ mine, theirs, teacher, record = first }): Promise<HandedOverItem | string | 'refused'> => {
      const { subjectId, formLevel, given, shared, whole } = record;
      const lessonsOf = (classIds: readonly string[], employeeId: string) =>
        classIds.map((classId) => toLessonItem({ employeeId, year, subjectId, classId }));
      const removed = lessonsOf(given, to);
      const added = lessonsOf([...given, ...shared], from);
      if (!teacher || isArchivedTeacher(teacher)) return lessonRefusals.archived(fromName);
      if (!removed.every((lesson) => theirs.some(isLesson(lesson)))) return lessonRefusals.doesNotTeach(toName);
      if (added.some((lesson) => mine.some(isLesson(lesson)))) return lessonRefusals.givenBack(fromName);
      const others = theirs.filter((one) => one.subjectId === subjectId && one.formLevel === formLevel);
      if (whole.length > 0 && others.length > removed.length && teacherPageKey(record, to, 1) !== undefined) {
        return lessonRefusals.otherClasses(toName);
      }
      const back = { ...record, isGoingBack: true };
      const outcome = await change(work, {
        removed,
        added,
        receiver: teacher,
        note: HandedOverEntity.update({ key, row }, { set: { isGoingBack: true }, where: { isGoingBack: null } }),
        assessments: await planAssessmentMoves({ record: back, from: to, to: from }),
      });
      return isRefused(outcome) ? 'refused' : back;
    },
    what: 'these lessons',
  });
}

interface Change {
  removed: readonly LessonItem[];
  added: readonly LessonItem[];
  /** The teacher who gets them, as read. */
  receiver: { employeeId: string; teacherNum: number };
  note: Action;
  /** As many of them as the transaction has room for; the others are moved afterwards. */
  assessments: Awaited<ReturnType<typeof planAssessmentMoves>>;
}

/** Moves the lessons, and with them as much of the mark book page as a transaction takes. */
function change(
  { input, key, run, row, caller, now }: HandOverRowWork,
  { removed, added, receiver, note, assessments }: Change,
): Promise<ActOutcome> {
  const trail = [...Map.groupBy([...removed, ...added], ({ employeeId }) => employeeId)].map(
    ([employeeId, lessons]) => ({
      subject: lessonsAuditSubject(employeeId, input.year),
      changes: lessons.map((lesson) => {
        const { subjectId, classId } = toTaughtSubject(lesson);
        const isGone = removed.includes(lesson);
        const [before, after] = isGone ? ['taught', null] : [null, 'taught'];
        return { field: `${subjectId} ${classId}`, before, after };
      }),
    }),
  );
  const lessons = [
    ...removed.map(({ formLevel: _level, ...lesson }) => LessonEntity.remove(lesson)),
    ...added.map((lesson) => LessonEntity.create(lesson)),
  ];
  const fixed = 1 + lessons.length + 1 + trail.length;
  const [along = []] = splitStepsIntoTransactions(assessments, 100 - fixed);
  return commit({
    by: { caller, request: { now, idempotencyKey: `${run}-${key}-${row}` } },
    changes: [...lessons, note, ...along.flatMap(({ actions }) => actions)],
    guards: { teacher: [currentTeacherCheck(receiver)] },
    unguarded: 'It moves records without changing them, of closed terms too',
    trail,
  });
}

/** The terms in which the other teacher has nothing of the subject and form yet: the page moves whole. */
async function freeTerms(
  of: { year: number; subjectId: string; formLevel: number },
  { to, theirs }: { to: string; theirs: readonly LessonItem[] },
): Promise<number[]> {
  const { subjectId, formLevel } = of;
  if (theirs.some((one) => one.subjectId === subjectId && one.formLevel === formLevel)) return [];
  const free = await Promise.all(
    termNumbers.map(async (term) => {
      const page = teacherPageKey(of, to, term);
      if (page === undefined) return [];
      const { assessments, lines } = await readMarkBookPage(page);
      return assessments.length === 0 && lines.length === 0 ? [term] : [];
    }),
  );
  return free.flat();
}

const isLesson = (one: LessonItem) => (other: LessonItem) =>
  one.subjectId === other.subjectId && one.classId === other.classId;
