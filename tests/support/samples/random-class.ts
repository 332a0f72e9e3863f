import type { SubjectRecordItem } from '#functions/marks/records/subject-record.ts';
import type { TermReportItem } from '#functions/marks/records/term-report.ts';
import { buildClassMarks, type ClassMarks } from '#functions/term-reports/documents/class-marks.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import {
  addExact,
  divideExact,
  type ExactRatio,
  isAtLeast,
  multiplyExact,
  parseExact,
  roundExact,
  toThreeDigits,
} from './exact-ratio.ts';
import { createSeededRandom } from './random-numbers.ts';

export type TermNumber = 1 | 2 | 3;
export const everyLevelAndTerm = [1, 2, 3, 4, 5, 6, 7].flatMap((level) =>
  ([1, 2, 3] as const).map((term) => ({ level, term })),
);

/** One subject of one student as somebody would note it by hand. Absent: not taken; digits as typed; null: a blank. */
interface NotedSubject {
  subjectId: string;
  work: { sum: number; outOf: number } | null;
  exam: string | null;
}

export interface RandomClass {
  level: number;
  term: TermNumber;
  students: { id: string; name: string; subjects: NotedSubject[] }[];
}

/** product §5: what course and exam are out of, and null where they are closed. */
function maximaOf(level: number, term: TermNumber): { course: number | null; exam: number | null } {
  if ((level <= 4 && term === 2) || (level > 4 && term === 1)) return { course: 100, exam: null };
  if (level > 4 && term === 2) return { course: null, exam: 100 };
  return { course: 30, exam: 70 };
}

/** Whole numbers that depend on the seed alone. */
function numbersOf(seed: number): (limit: number) => number {
  const next = createSeededRandom(seed);
  return (limit) => (next() * 4_294_967_296) % limit;
}

/** A class with blanks, zeros, full marks, subjects that not everybody takes, and averages that tie. */
export function makeRandomClass(
  seed: number,
  {
    level,
    term,
    students = 8,
    subjects = 5,
  }: { level: number; term: TermNumber; students?: number; subjects?: number },
): RandomClass {
  const next = numbersOf(seed);
  const max = maximaOf(level, term);
  const exam = (): string => {
    const limit = (max.exam ?? 100) * 10;
    // Few different marks make ties.
    const tenths = [0, limit, 10 * next(limit / 10 + 1), next(limit + 1)][next(4)] ?? 0;
    return `${Math.trunc(tenths / 10)}.${tenths % 10}`;
  };
  const work = () => {
    const outOf = 1 + next(200);
    return { sum: [0, outOf, next(outOf + 1), next(outOf + 1)][next(4)] ?? 0, outOf };
  };
  const noted = Array.from({ length: 1 + next(students) }, (_, index) => ({
    id: `S${index}`,
    name: `Last${String(index).padStart(3, '0')}, First`,
    subjects: Array.from({ length: subjects }, (_unused, subject) => `SUB${String(subject).padStart(2, '0')}`)
      .filter(() => next(5) > 0)
      .map((subjectId) => ({
        subjectId,
        work: next(6) > 0 ? work() : null,
        exam: next(6) > 0 ? exam() : null,
      })),
  }));
  // Twins tie.
  const [first, second] = noted;
  if (first && second && next(3) === 0) second.subjects = structuredClone(first.subjects);
  return { level, term, students: noted };
}

/** The class as the product stores it. */
export function toStoredRecords({ level, term, students }: RandomClass) {
  const key = { year: 2025, term, classId: 'X1', formLevel: level };
  const subjectIds = [...new Set(students.flatMap((student) => student.subjects.map(({ subjectId }) => subjectId)))];
  return {
    subjects: new Map(subjectIds.map((id) => [id, { title: `Title ${id}`, abbr: id }])),
    students: students.map(({ id, name }) => {
      const [lastName = '', firstName = ''] = name.split(', ');
      return { studentId: id, firstName, lastName };
    }),
    reports: students.map(
      ({ id, subjects }): TermReportItem => ({
        ...key,
        studentId: id,
        subjectIds: subjects.map(({ subjectId }) => subjectId),
      }),
    ),
    records: students.flatMap(({ id, subjects }) =>
      subjects.flatMap(({ subjectId, work, exam }): SubjectRecordItem[] =>
        work || exam !== null
          ? [
              {
                ...key,
                studentId: id,
                subjectId,
                ...(work ? { workSum: work.sum, workOutOf: work.outOf } : {}),
                ...(exam === null ? {} : { exam: Number(exam), examOutOf: maximaOf(level, term).exam ?? 100 }),
              },
            ]
          : [],
      ),
    ),
  };
}

/** What the product makes of the class. */
export const buildMarksOfClass = (noted: RandomClass): ClassMarks =>
  buildClassMarks({
    school: { markingScheme: [...defaultSchemeRules], terms: [{ id: noted.term, title: `Term ${noted.term}` }] },
    year: 2025,
    term: noted.term,
    classId: 'X1',
    formLevel: noted.level,
    ...toStoredRecords(noted),
  });

export interface ExpectedStudent {
  name: string;
  /** By subject id: course, exam and total as text; null is a blank. */
  marks: Map<string, { course: string | null; exam: string | null; total: string | null }>;
  average: string | null;
  entered: number;
  of: number;
  rank: number | null;
}

/**
 * What sheet, list and workbook must show, by the sentences of the specification alone, with ratios of whole numbers:
 * the course mark is rounded once, the total is what is printed of both parts, the average is of the printed totals.
 */
export function computeExpectedStudents({ level, term, students }: RandomClass): ExpectedStudent[] {
  const max = maximaOf(level, term);
  const unranked = students.map(({ name, subjects }) => {
    const totals: ExactRatio[] = [];
    const marks = new Map(
      subjects.map(({ subjectId, work, exam }) => {
        const course =
          max.course === null || !work
            ? null
            : roundExact(
                divideExact(multiplyExact(parseExact(work.sum), parseExact(max.course)), parseExact(work.outOf)),
                1,
              );
        const kept = max.exam === null ? null : exam;
        const parts = [max.course === null ? [] : [course], max.exam === null ? [] : [kept]].flat();
        const known = parts.filter((part) => part !== null);
        const total = known.length < parts.length ? null : roundExact(known.map(parseExact).reduce(addExact), 1);
        if (total !== null) totals.push(parseExact(total));
        return [subjectId, { course, exam: asTyped(kept), total }] as const;
      }),
    );
    const mean: ExactRatio | null =
      totals.length === 0 ? null : divideExact(totals.reduce(addExact), parseExact(totals.length));
    return { name, marks, average: mean && toThreeDigits(mean), entered: totals.length, of: marks.size };
  });
  const averages = unranked.flatMap(({ average }) => (average === null ? [] : [parseExact(average)]));
  return unranked.map((student) => {
    if (student.average === null) return { ...student, rank: null };
    const own = parseExact(student.average);
    return { ...student, rank: 1 + averages.filter((other) => !isAtLeast(own, other)).length };
  });
}

/** A typed mark as people write it: no decimal that says nothing. */
const asTyped = (digits: string | null): string | null => digits?.replace(/\.0$/, '') ?? null;
