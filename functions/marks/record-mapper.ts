import type { StoredFields } from '../platform/table/field-changes.ts';
import type { RecordField, SubjectRecordItem } from './subject-record.ts';

/** The calls' old names for the fields of a subject record. */
export const wireNames = {
  exam_mark: 'exam',
  late: 'timesLate',
  absent: 'timesAbsent',
  app: 'application',
  con: 'conduct',
  comment: 'comment',
} as const satisfies Record<string, RecordField>;
export type WireName = keyof typeof wireNames;
export const wireFields = Object.keys(wireNames) as WireName[];

/** What is stored of a subject record, by the calls' names. */
export const storedFields = (record: Partial<SubjectRecordItem> | undefined): StoredFields<WireName> => ({
  value: (field) => record?.[wireNames[field]] ?? null,
  stamp: (field) => ({
    by: record?.[`${wireNames[field]}By`] ?? null,
    at: record?.[`${wireNames[field]}At`] ?? null,
  }),
});
