import type { TypedField } from '#shared/marks/field-names.ts';
import type { SheetChange } from '#shared/marks/mark-sheet/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import type { FieldValue } from '../../platform/table/field-changes.ts';
import type { ListedStudent } from '../../students/records/term-lists.ts';
import {
  callFields,
  examMaximumAuditField,
  type RecordKey,
  storedNamesOfCallFields,
  subjectRecordAuditSubject,
  toStoredFields,
} from '../records/subject-record.ts';
import { type AuditedRow, createValueBeforeLookup } from '../records/values-before.ts';
import type { OpenedSheet } from './opened-sheet.ts';

/** A student's typed values at the moment before the changes. */
export type SheetSnapshot = (student: ListedStudent) => Record<TypedField, FieldValue>;

/** What a student's exam mark was out of before `changes`; undefined if none of them changed that. */
export function examMaximumBefore(key: RecordKey, changes: readonly AuditedRow[]): number | undefined {
  const outOf = createValueBeforeLookup(changes)(subjectRecordAuditSubject(key), examMaximumAuditField);
  return typeof outOf === 'number' ? outOf : undefined;
}

/** The sheet as it was before `changes`, which are in chronological order. */
export function createSheetSnapshot({
  sheet,
  key,
  changes,
}: {
  sheet: Pick<OpenedSheet, 'recordOf'>;
  key: Omit<RecordKey, 'studentId'>;
  changes: readonly AuditedRow[];
}): SheetSnapshot {
  const before = createValueBeforeLookup(changes);
  return ({ studentId }) => {
    const now = toStoredFields(sheet.recordOf.get(studentId));
    const subject = subjectRecordAuditSubject({ ...key, studentId });
    const values = callFields.map((field): [TypedField, FieldValue] => {
      const value = before(subject, storedNamesOfCallFields[field]) as FieldValue | undefined;
      return [field, value === undefined ? now.value(field) : value];
    });
    return Object.fromEntries(values) as Record<TypedField, FieldValue>;
  };
}

/** A student's cells whose value has changed since. */
export function listChangesSinceSnapshot(
  student: ListedStudent,
  { sheet, snapshot }: { sheet: OpenedSheet; snapshot: SheetSnapshot },
): SheetChange[] {
  const was = snapshot(student);
  const stored = toStoredFields(sheet.recordOf.get(student.studentId));
  return callFields.flatMap((field) => {
    const now = stored.value(field);
    if (now === was[field]) return [];
    return {
      student_id: student.studentId,
      name: lastFirst(student),
      field,
      was: was[field],
      now,
      ...stored.stamp(field),
    };
  });
}
