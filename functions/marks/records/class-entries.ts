import { readPartitionsTogether } from '../../platform/table/gather-partitions.ts';
import { type FoundRecords, queryPartitionByEntity } from '../../platform/table/table.ts';
import { type ClassOfTerm, type ClassPart, reportsPart } from './class-records-version.ts';
import { ClassSummaryCache, type StaleParts } from './class-summary-cache.ts';
import {
  type ClassEntries,
  countedFigures,
  inOrder,
  packEntries,
  type RecordEntries,
  type ReportEntries,
  unpackEntries,
} from './packed-entries.ts';
import { progressPartition, SubjectRecordEntity, type SubjectRecordItem } from './subject-record.ts';
import { classTermPartition, TermReportEntity, type TermReportItem } from './term-report.ts';

/** Attributes of which entries are made. */
const countedOfReport = [
  ...(['studentId', 'subjectIds', 'timesAbsent', 'formTeacherComments', 'deanComments'] as const),
] satisfies (keyof TermReportItem)[];
const countedOfRecord = [
  ...(['studentId', 'employeeId', 'comment', ...countedFigures] as const),
] satisfies (keyof SubjectRecordItem)[];

const kept = new ClassSummaryCache<ClassEntries>({
  of: 'marks',
  format: 2,
  make: async (ofClass) => {
    const { reports, records } = await queryPartitionByEntity(
      { ...classTermPartition(ofClass), only: [...countedOfReport, ...countedOfRecord, 'subjectId'] },
      { reports: TermReportEntity, records: SubjectRecordEntity },
    );
    return inOrder({
      reports: reports.map((report) => entriesOfReport(report, ofClass)),
      records: records.map((record) => entriesOfRecord(record, { ...ofClass, subjectId: record.subjectId })),
    });
  },
  makeParts,
  countParts: ({ reports, records }) =>
    Math.min(reports.length, 1) + new Set(records.map(({ subjectId }) => subjectId)).size,
  without: ({ reports, records }, parts) => ({
    reports: parts.has(reportsPart) ? [] : reports,
    records: parts.size === 0 ? records : records.filter(({ subjectId }) => !parts.has(subjectId)),
  }),
  pack: packEntries,
  unpack: unpackEntries,
});

/**
 * Reads parts of classes again: one request for each fifty subjects in classes, from the index of what is entered, and
 * one for the reports of each class.
 */
async function makeParts(stale: readonly StaleParts<ClassEntries>[]): Promise<ClassEntries[]> {
  const places = stale.flatMap(({ ofClass, parts }) =>
    parts.filter((part) => part !== reportsPart).map((subjectId) => ({ ...ofClass, subjectId })),
  );
  const [items, reportsOf] = await Promise.all([
    readPartitionsTogether({
      index: 'gsi3',
      partitions: [...new Set(places.map(progressPartition))],
      only: ['gsi3pk', ...countedOfRecord],
    }),
    Promise.all(stale.map(({ ofClass, parts }) => (parts.includes(reportsPart) ? readReports(ofClass) : undefined))),
  ]);
  const found = Map.groupBy(items, ({ gsi3pk }) => String(gsi3pk));
  return stale.map(({ ofClass, parts, others }, index) =>
    inOrder({
      reports: reportsOf[index] ?? others.reports,
      records: [
        ...others.records,
        ...parts.flatMap((subjectId: ClassPart) => {
          const records = found.get(progressPartition({ ...ofClass, subjectId })) ?? [];
          return records.map((record) => entriesOfRecord(record, { ...ofClass, subjectId }));
        }),
      ],
    }),
  );
}

const readReports = async (ofClass: ClassOfTerm): Promise<ReportEntries[]> =>
  (await TermReportEntity.queryBy('ofClass', ofClass, { only: countedOfReport })).map((report) =>
    entriesOfReport(report, ofClass),
  );

const isWritten = (text: string | undefined): boolean => (text ?? '').trim() !== '';

const entriesOfReport = (
  { studentId, subjectIds = [], timesAbsent, ...remarks }: Pick<TermReportItem, (typeof countedOfReport)[number]>,
  { classId }: ClassOfTerm,
): ReportEntries => ({
  studentId,
  classId,
  subjectIds: [...subjectIds].sort(),
  timesAbsent,
  hasFormTeacherRemark: isWritten(remarks.formTeacherComments),
  hasDeanRemark: isWritten(remarks.deanComments),
});

function entriesOfRecord(
  record: Partial<SubjectRecordItem>,
  { classId, subjectId }: ClassOfTerm & { subjectId: string },
): RecordEntries {
  const { studentId = '', employeeId, comment, exam, examOutOf, workSum, workOutOf, workAbsentOutOf } = record;
  const figures = { exam, examOutOf, workSum, workOutOf, workAbsentOutOf };
  return { studentId, classId, subjectId, employeeId, ...figures, hasComment: isWritten(comment) };
}

interface EntriesOf {
  year: number;
  term: 1 | 2 | 3;
  classIds: readonly string[];
}

/**
 * What is entered of a term in these classes, in their order, from their kept summaries (ADR 0040): ranks, averages,
 * completeness and the proposals of a promotion are computed from it by the rules that compute a report card.
 */
export const readClassEntries = ({ classIds, ...term }: EntriesOf): Promise<ClassEntries[]> =>
  kept.read(classIds.map((classId) => ({ ...term, classId })));

/** Keys of a class's kept summary, for a handler's `prefetch`. */
export function classEntriesKeys(ofClass: ClassOfTerm) {
  const { changes, kept: summary } = kept.keys(ofClass);
  return { entriesChanges: changes, keptEntries: summary };
}

/** What is entered in one class, from what the `prefetch` found at `readAt`. No request where it is kept. */
export const readFoundClassEntries = (
  ofClass: ClassOfTerm,
  { entriesChanges: changes, keptEntries: summary }: FoundRecords<ReturnType<typeof classEntriesKeys>>,
  readAt: Date,
): Promise<ClassEntries> => kept.readFound(ofClass, { changes, kept: summary, readAt: readAt.getTime() });

/** Compares kept summaries with the records, and corrects them. @returns the classes whose summary was wrong */
export async function repairClassEntries({ classIds, ...term }: EntriesOf): Promise<string[]> {
  const compared = await kept.compare(classIds.map((classId) => ({ ...term, classId })));
  return classIds.filter((_, index) => compared[index] === 'wrong');
}
