import { markSheetContract, type SheetChange, type TypedField } from '#shared/mark-sheet/contract.ts';
import { examProblem } from '#shared/marking/marks.ts';
import type { Scheme } from '#shared/marking/scheme.ts';
import { changesOfSheet, isChangeDone } from '../platform/audit.ts';
import { type CallContext, callHandler } from '../platform/call-handler.ts';
import { ValidationError } from '../platform/errors.ts';
import type { FieldValue } from '../platform/field-changes.ts';
import { readPoints } from '../platform/table.ts';
import { readSheet, sheetPoints } from './read-sheet.ts';
import { lookBack } from './sheet-then.ts';
import {
  type RecordKey,
  recordSubject,
  type SubjectRecordItem,
  sheetName,
  subjectRecordPoint,
  writeRecordFields,
} from './store.ts';
import { type RosterEntry, storedFields, wireNames } from './wire.ts';

type Restore = CallContext<typeof markSheetContract.restoreMarkSheet, Record<never, never>>;
type Left = SheetChange & { reason: string };
interface Cell {
  field: TypedField;
  /** What the caller was shown. */
  now: FieldValue;
  was: FieldValue;
}

const atOnce = 10;
const rounds = 4;
const changedMeanwhile = 'Changed meanwhile.';

/** A write a student whose cells come back, and four requests besides. Repeated under its key it changes nothing twice. */
export const restoreMarkSheet = callHandler(markSheetContract.restoreMarkSheet, {
  points: sheetPoints,
  handle: async ({ input, caller, found, request }) => {
    const { subject_id: subjectId, form_level: formLevel, year, term, at } = input;
    const key = { subjectId, year, term };
    const sheet = await readSheet({ sheet: input, caller, found });
    const thenOf = lookBack({ sheet, key, changes: await changesOfSheet(sheetName({ ...key, formLevel }), at) });
    const students = new Map(sheet.students.map((student) => [student.studentId, student]));
    const work = [...Map.groupBy(input.cells, (cell) => cell.student_id)].map(([studentId, cells]) => {
      const student = students.get(studentId);
      if (!student) throw new ValidationError({ cells: [`${studentId} is not on this sheet.`] });
      const then = thenOf(student);
      return { student, cells: cells.map(({ field, now }) => ({ field, now, was: then[field] })) };
    });
    const left: Left[] = [];
    for (let start = 0; start < work.length; start += atOnce) {
      const some = work.slice(start, start + atOnce);
      const restored = some.map(({ student, cells }) =>
        restore({
          key: { ...key, studentId: student.studentId },
          student,
          cells,
          scheme: sheet.scheme,
          at,
          caller,
          request,
        }),
      );
      left.push(...(await Promise.all(restored)).flat());
    }
    return {
      restored: input.cells.length - left.length,
      left,
      undo_at: new Date(request.now.getTime() - 1).toISOString(),
    };
  },
});

interface Restoring {
  key: RecordKey;
  student: RosterEntry;
  cells: readonly Cell[];
  scheme: Scheme;
  at: string;
  caller: Restore['caller'];
  request: Restore['request'];
}

/** Brings a student's cells back, and returns those that stay as they are, with the reason. */
async function restore(restoring: Restoring): Promise<Left[]> {
  const { key, student, cells, scheme, at, caller, request } = restoring;
  for (let round = 0; round < rounds; round += 1) {
    const { record } = await readPoints({ record: subjectRecordPoint(key) });
    const { value } = storedFields(record);
    const stored = ({ field }: Cell) => value(field);
    const goes = cells.filter((cell) => stored(cell) === cell.now && whyNot(cell, scheme) === null);
    const changes = goes
      .filter((cell) => cell.was !== cell.now)
      .map((cell) => ({ field: wireNames[cell.field], stored: cell.now, value: cell.was }));
    const stays = cells.filter((cell) => !goes.includes(cell) && stored(cell) !== cell.was);
    const left = stays.map((cell) => toLeft({ cell, student, record, scheme }));
    if (changes.length === 0) {
      return left.length > 0 && (await isChangeDone(recordSubject(key), request.idempotencyKey)) ? [] : left;
    }
    const outcome = await writeRecordFields({
      key,
      // Marks of a term stay with the class of that term (DECISIONS 7).
      student: { classId: record?.classId ?? student.classId, formLevel: record?.formLevel ?? student.formLevel },
      changes,
      examOutOf: scheme.exam?.max ?? null,
      caller,
      request,
      restoredTo: at,
    });
    if (outcome === 'written') return left;
    if (outcome === 'already done') return [];
  }
  return cells.map((cell) => toLeft({ cell, student, record: undefined, scheme }));
}

/** What the marking scheme has against a value by now, or null. */
const whyNot = ({ field, was }: Cell, scheme: Scheme): string | null =>
  field === 'exam_mark' && typeof was === 'number' ? examProblem(was, scheme) : null;

function toLeft({
  cell,
  student,
  record,
  scheme,
}: {
  cell: Cell;
  student: RosterEntry;
  record: SubjectRecordItem | undefined;
  scheme: Scheme;
}): Left {
  const stored = storedFields(record);
  return {
    student_id: student.studentId,
    name: `${student.lastName}, ${student.firstName}`,
    field: cell.field,
    was: cell.was,
    now: stored.value(cell.field),
    ...stored.stamp(cell.field),
    reason: whyNot(cell, scheme) ?? changedMeanwhile,
  };
}
