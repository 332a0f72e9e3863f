import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import type { SubjectRecordItem } from './subject-record.ts';
import { classPartition, type TermReportItem } from './term-report.ts';

/** Attributes of reports and subject records that show progress and results of a term. */
const reportAttributes = [
  ...['studentId', 'classId', 'subjectIds'],
  ...['formTeacherComments', 'deanComments', 'timesAbsent'],
] as const satisfies readonly (keyof TermReportItem)[];
const recordAttributes = [
  ...['studentId', 'classId', 'subjectId', 'employeeId'],
  ...['exam', 'examOutOf', 'workSum', 'workOutOf', 'workAbsentOutOf', 'comment'],
] as const satisfies readonly (keyof SubjectRecordItem)[];

export type ReportEntries = Pick<TermReportItem, (typeof reportAttributes)[number]>;
export type RecordEntries = Pick<SubjectRecordItem, (typeof recordAttributes)[number]>;

/**
 * Reports and subject records of several classes in a term, with the attributes that are counted. One request for each fifty
 * classes, and one for each further megabyte: two for a complete level of 175 students with 13 subjects.
 */
export async function readTermEntries({
  year,
  term,
  classIds,
}: {
  year: number;
  term: 1 | 2 | 3;
  classIds: readonly string[];
}): Promise<{ reports: ReportEntries[]; records: RecordEntries[] }> {
  const items = await readPartitionsTogether({
    index: 'gsi2',
    partitions: classIds.map((classId) => classPartition({ year, term, classId }).partition),
    only: [...new Set([...reportAttributes, ...recordAttributes])],
  });
  const isRecord = ({ subjectId }: Record<string, unknown>) => subjectId !== undefined;
  return {
    reports: items
      .filter((item) => !isRecord(item))
      .map((item) => ({ ...item, subjectIds: [...((item.subjectIds as Set<string> | undefined) ?? [])] })) as never,
    records: items.filter(isRecord) as never,
  };
}
