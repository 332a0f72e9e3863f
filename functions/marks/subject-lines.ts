import { courseMark, totalOf } from '#shared/marking/marks.ts';
import type { Scheme } from '#shared/marking/scheme.ts';
import type { SubjectRecordItem } from './subject-record.ts';
import { workOf } from './subject-record.ts';
import type { TermReportItem } from './term-report.ts';

/** One subject of a term report with its marks worked out. `record` is missing where nothing has been entered. */
export interface SubjectLine {
  subjectId: string;
  record: SubjectRecordItem | undefined;
  course: number | null;
  exam: number | null;
  total: number | null;
}

/** Every subject of a term report: those taken at registration and those with a record. */
export function subjectLines(
  report: Pick<TermReportItem, 'subjectIds'> | undefined,
  records: readonly SubjectRecordItem[],
  scheme: Scheme,
): SubjectLine[] {
  const recordOf = new Map(records.map((record) => [record.subjectId, record]));
  return [...new Set([...(report?.subjectIds ?? []), ...recordOf.keys()])].map((subjectId) => {
    const record = recordOf.get(subjectId);
    const course = courseMark(workOf(record), scheme);
    const exam = scheme.exam ? (record?.exam ?? null) : null;
    const total = totalOf({ course, exam, examOutOf: record?.examOutOf ?? null }, scheme);
    return { subjectId, record, course, exam, total };
  });
}
