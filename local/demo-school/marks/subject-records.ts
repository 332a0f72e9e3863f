import type { Mark } from '#shared/marks/mark-words.ts';
import { percentageTotal, subjectTotal } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { dropUndefined } from '../drop-undefined.ts';
import type { Random } from '../random.ts';
import type { DemoPlacement, Pupil } from '../students/pupil.ts';
import type { DemoMarkBookPage, DemoSubjectRecord, TeachingGroup, TermKey } from '../types.ts';
import { clamp, expectedPercentage, pickApplicationGrade, pickConductGrade, poissonCount } from './performance.ts';
import { writeSubjectComment } from './subject-comments.ts';

/** How one teacher fills mark sheets in. */
interface Habits {
  severity: number;
  countsAbsences: boolean;
  gradesConduct: boolean;
  /** Share of students who get a comment. */
  comments: number;
  isTerse: boolean;
  givesHalfMarks: boolean;
}

/** The end-of-term records of one group: nearly all there, as at the end of a real term. */
export function buildSubjectRecords(
  random: Random,
  {
    group,
    page,
    pupils,
    placeOf,
    school,
    key,
  }: {
    group: TeachingGroup;
    page: DemoMarkBookPage | null;
    pupils: ReadonlyMap<string, Pupil>;
    placeOf: (pupil: Pupil) => DemoPlacement | undefined;
    school: SchoolFile;
    key: TermKey;
  },
): DemoSubjectRecord[] {
  const scheme = schemeFor(school.markingScheme, group.formLevel, key.term);
  const habits: Habits = {
    severity: random.normal(0, 3.5),
    countsAbsences: random.chance(0.75),
    gradesConduct: random.chance(0.93),
    comments: random.chance(0.04) ? 0.1 : 0.97,
    isTerse: random.chance(0.25),
    givesHalfMarks: random.chance(0.12),
  };
  return group.studentIds.flatMap((studentId) => {
    const pupil = pupils.get(studentId);
    const place = pupil && placeOf(pupil);
    if (!pupil || !place) return [];
    return [{ ...key, ...recordOf(random.fork(studentId), { group, page, pupil, scheme, habits }), ...place }];
  });
}

function recordOf(
  random: Random,
  {
    group,
    page,
    pupil,
    scheme,
    habits,
  }: { group: TeachingGroup; page: DemoMarkBookPage | null; pupil: Pupil; scheme: Scheme; habits: Habits },
): Omit<DemoSubjectRecord, keyof TermKey | keyof DemoPlacement> {
  const { bent } = pupil;
  const missedExam = random.chance(0.012 + 0.25 * bent.absence);
  const exam =
    scheme.exam && !missedExam ? examMark(random, { pupil, group, max: scheme.exam.max, habits }) : undefined;
  const lessons = group.periods * 10;
  const timesAbsent = habits.countsAbsences ? poissonCount(random, bent.absence * lessons) : undefined;
  const timesLate = habits.countsAbsences ? poissonCount(random, bent.lateness * lessons * 0.5) : undefined;
  const percentages = percentagesOf({ page, studentId: pupil.studentId, scheme, exam });
  const comment = random.chance(habits.comments)
    ? writeSubjectComment(random.fork('comment'), {
        pupil,
        subjectId: group.subjectId,
        ...percentages,
        missedExam,
        isTerse: habits.isTerse,
      })
    : undefined;
  return {
    studentId: pupil.studentId,
    subjectId: group.subjectId,
    employeeId: group.employeeId,
    ...dropUndefined({
      exam,
      examOutOf: exam === undefined ? undefined : scheme.exam?.max,
      timesAbsent,
      timesLate,
      application: habits.gradesConduct ? pickApplicationGrade(random, bent) : undefined,
      conduct: habits.gradesConduct ? pickConductGrade(random, bent) : undefined,
      comment,
    }),
  };
}

function examMark(
  random: Random,
  { pupil, group, max, habits }: { pupil: Pupil; group: TeachingGroup; max: number; habits: Habits },
): number {
  const percentage = clamp(random.normal(expectedPercentage(pupil, group.subjectId) - 1 + habits.severity, 8), 3, 100);
  const mark = (percentage * max) / 100;
  return habits.givesHalfMarks ? Math.round(mark * 2) / 2 : Math.round(mark);
}

/** Course work, examination and total in percent, as far as there are marks. */
function percentagesOf({
  page,
  studentId,
  scheme,
  exam,
}: {
  page: DemoMarkBookPage | null;
  studentId: string;
  scheme: Scheme;
  exam: number | undefined;
}): { course: number | null; exam: number | null; total: number | null } {
  const work = page && scheme.course ? sumMarksOfStudent(page, studentId) : null;
  return {
    course: numberIn(percentageTotal(work, scheme)),
    exam: exam === undefined || !scheme.exam ? null : (exam / scheme.exam.max) * 100,
    total: numberIn(subjectTotal({ course: work, exam: exam ?? null, examOutOf: null }, scheme)),
  };
}

/** The school’s own marks are numbers, or missing. */
const numberIn = (mark: Mark | null): number | null => (typeof mark === 'number' ? mark : null);

/** A student's marks on a page of the mark book, and what they were out of; null while nothing is marked. */
export function sumMarksOfStudent(page: DemoMarkBookPage, studentId: string): { sum: number; outOf: number } | null {
  const given = page.marks.get(studentId);
  if (!given || given.size === 0) return null;
  let sum = 0;
  let outOf = 0;
  for (const { number, total } of page.assessments) {
    const mark = given.get(number);
    if (mark === undefined) continue;
    sum += mark;
    outOf += total;
  }
  return { sum, outOf };
}
