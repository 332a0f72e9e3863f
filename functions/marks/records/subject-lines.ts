import type { Mark } from '#shared/marks/mark-words.ts';
import { type CourseWork, courseMark, subjectTotal } from '#shared/marks/marks.ts';
import type { Scheme } from '#shared/marks/scheme.ts';
import type { SubjectRecordItem } from './subject-record.ts';
import { courseWorkOfRecord } from './subject-record.ts';
import type { TermReportItem } from './term-report.ts';

/** What a subject's marks are computed from. */
export type MarkedRecord = Pick<
  SubjectRecordItem,
  'subjectId' | 'exam' | 'examOutOf' | 'workSum' | 'workOutOf' | 'workAbsentOutOf'
>;

/** One subject of a term report. `record` is undefined if nothing was entered. */
export interface SubjectLine<R extends MarkedRecord = SubjectRecordItem> {
  subjectId: string;
  record: R | undefined;
  /** The mark book's sums; null if nothing is entered, or the course is closed. */
  work: CourseWork | null;
  /** The course mark as it is shown. */
  course: Mark | null;
  exam: Mark | null;
  /** The exam's maximum when the mark was entered; null if unknown. */
  examOutOf: number | null;
  /** The total as it is shown, and as averages take it (rule 2). */
  total: Mark | null;
}

/** Every subject of a term report: those taken at registration and those with a record. */
export function computeSubjectLines<R extends MarkedRecord>(
  report: Pick<TermReportItem, 'subjectIds'> | undefined,
  records: readonly R[],
  scheme: Scheme,
): SubjectLine<R>[] {
  const recordOf = new Map(records.map((record) => [record.subjectId, record]));
  return [...new Set([...(report?.subjectIds ?? []), ...recordOf.keys()])].map((subjectId) => {
    const record = recordOf.get(subjectId);
    const work = scheme.course ? courseWorkOfRecord(record) : null;
    const exam = scheme.exam ? (record?.exam ?? null) : null;
    const examOutOf = record?.examOutOf ?? null;
    const total = subjectTotal({ course: work, exam, examOutOf }, scheme);
    return { subjectId, record, work, course: courseMark(work, scheme), exam, examOutOf, total };
  });
}
