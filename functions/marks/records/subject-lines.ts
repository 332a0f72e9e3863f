import type { Mark } from '#shared/marks/mark-words.ts';
import { type CourseWork, courseMark, type ExactFigure, exactTotal, roundedMark } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import type { SubjectRecordItem } from './subject-record.ts';
import { courseWorkOfRecord } from './subject-record.ts';
import type { TermReportItem } from './term-report.ts';

/** What a subject's marks are computed from. */
export type MarkedRecord = Pick<
  SubjectRecordItem,
  'subjectId' | 'exam' | 'examOutOf' | 'workSum' | 'workOutOf' | 'workAbsentOutOf'
>;

/** One subject of a term report with its exact total. `record` is undefined if nothing was entered. */
export interface ExactLine<R extends MarkedRecord = SubjectRecordItem> {
  subjectId: string;
  record: R | undefined;
  /** The mark book's sums; null if nothing is entered, or the course is closed. */
  work: CourseWork | null;
  exam: Mark | null;
  /** The total as averages take it (rule 2). */
  exact: ExactFigure;
}

/** The same with the figures that are shown. */
export interface SubjectLine<R extends MarkedRecord = SubjectRecordItem> extends ExactLine<R> {
  /** The course mark, rounded. */
  course: Mark | null;
  /** The total, rounded. */
  total: Mark | null;
}

/** Every subject of a term report: those taken at registration and those with a record. */
export const computeSubjectLines = <R extends MarkedRecord>(
  report: Pick<TermReportItem, 'subjectIds'> | undefined,
  records: readonly R[],
  scheme: Scheme,
): SubjectLine<R>[] =>
  computeExactLines(report, records, scheme).map((line) => ({
    ...line,
    course: courseMark(line.work, scheme),
    total: roundedMark(line.exact),
  }));

/** The same without what is rounded to be shown: half the work where only averages or counts are wanted. */
export function computeExactLines<R extends MarkedRecord>(
  report: Pick<TermReportItem, 'subjectIds'> | undefined,
  records: readonly R[],
  scheme: Scheme,
): ExactLine<R>[] {
  const recordOf = new Map(records.map((record) => [record.subjectId, record]));
  return [...new Set([...(report?.subjectIds ?? []), ...recordOf.keys()])].map((subjectId) => {
    const record = recordOf.get(subjectId);
    const work = scheme.course ? courseWorkOfRecord(record) : null;
    const exam = scheme.exam ? (record?.exam ?? null) : null;
    const exact = exactTotal({ course: work, exam, examOutOf: record?.examOutOf ?? null }, scheme);
    return { subjectId, record, work, exam, exact };
  });
}
