import type { SheetChange, TypedField } from '#shared/mark-sheet/contract.ts';
import { storedFields, wireFields, wireNames } from '../marks/record-mapper.ts';
import { outOfField, type RecordKey, recordSubject } from '../marks/subject-record.ts';
import type { FieldValue } from '../platform/table/field-changes.ts';
import type { Sheet } from './read-sheet.ts';
import type { RosterEntry } from './row-mapper.ts';

/** One audited change, as the trail has it. */
interface Changed {
  subject: string;
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

/** What a student's typed fields held at the moment after which `changes` were made. */
export type ThenOf = (student: RosterEntry) => Record<TypedField, FieldValue>;

/** What the first change of each cell since a moment replaced, by subject of the change and field. */
function firstReplaced(changes: readonly Changed[]): ReadonlyMap<string, FieldValue> {
  const replaced = new Map<string, FieldValue>();
  for (const { subject, changes: fields } of changes) {
    for (const { field, before } of fields) {
      const cell = `${subject} ${field}`;
      if (!replaced.has(cell)) replaced.set(cell, (before ?? null) as FieldValue);
    }
  }
  return replaced;
}

/** What a student's exam mark was out of at the moment after which `changes` were made; undefined where it is what it is now. */
export function outOfThen(key: RecordKey, changes: readonly Changed[]): number | undefined {
  const outOf = firstReplaced(changes).get(`${recordSubject(key)} ${outOfField}`);
  return typeof outOf === 'number' ? outOf : undefined;
}

/**
 * Looks back: what a cell held is what the first change since then replaced, and what it holds now where there was none.
 * `changes` are in the order of time.
 */
export function lookBack({
  sheet,
  key,
  changes,
}: {
  sheet: Pick<Sheet, 'recordOf'>;
  key: Omit<RecordKey, 'studentId'>;
  changes: readonly Changed[];
}): ThenOf {
  const replaced = firstReplaced(changes);
  return ({ studentId }) => {
    const now = storedFields(sheet.recordOf.get(studentId));
    const subject = recordSubject({ ...key, studentId });
    const values = wireFields.map((field): [TypedField, FieldValue] => {
      const before = replaced.get(`${subject} ${wireNames[field]}`);
      return [field, before === undefined ? now.value(field) : before];
    });
    return Object.fromEntries(values) as Record<TypedField, FieldValue>;
  };
}

/** A student's cells that hold something else now. */
export function changesSince(student: RosterEntry, { sheet, thenOf }: { sheet: Sheet; thenOf: ThenOf }): SheetChange[] {
  const then = thenOf(student);
  const stored = storedFields(sheet.recordOf.get(student.studentId));
  return wireFields.flatMap((field) => {
    const now = stored.value(field);
    if (now === then[field]) return [];
    return {
      student_id: student.studentId,
      name: `${student.lastName}, ${student.firstName}`,
      field,
      was: then[field],
      now,
      ...stored.stamp(field),
    };
  });
}
