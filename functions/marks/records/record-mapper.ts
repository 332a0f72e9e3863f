import type { CourseWork } from '#shared/marks/marks.ts';
import type { StoredFields } from '../../platform/table/field-changes.ts';
import type { RecordField, SubjectRecordItem } from './subject-record.ts';

/** The calls' old names for the fields of a subject record. */
export const storedNames = {
  exam_mark: 'exam',
  late: 'timesLate',
  absent: 'timesAbsent',
  app: 'application',
  con: 'conduct',
  comment: 'comment',
} as const satisfies Record<string, RecordField>;
export type CallField = keyof typeof storedNames;
export const callFields = Object.keys(storedNames) as CallField[];

/** What is stored of a subject record, by the calls' names. */
export const storedFields = (record: Partial<SubjectRecordItem> | undefined): StoredFields<CallField> => ({
  value: (field) => record?.[storedNames[field]] ?? null,
  stamp: (field) => ({
    by: record?.[`${storedNames[field]}By`] ?? null,
    at: record?.[`${storedNames[field]}At`] ?? null,
  }),
});

/** The mark book's sums as calls answer them. */
export const toCourseWork = (work: CourseWork | null) =>
  work && {
    mark: work.sum,
    out_of: work.outOf,
    ...(work.absentOutOf === undefined ? {} : { absent_out_of: work.absentOutOf }),
  };
