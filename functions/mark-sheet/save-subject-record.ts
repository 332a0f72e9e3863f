import { authMessages } from '#shared/auth/messages.ts';
import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { examProblem } from '#shared/marking/marks.ts';
import { type Scheme, schemeFor } from '#shared/marking/scheme.ts';
import { isStudentOf, picksAnyone } from '../people/class-list.ts';
import { employeePoint, lessonPoint } from '../people/store.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../platform/errors.ts';
import { type CallContext, callHandler } from '../platform/requests/call-handler.ts';
import { isChangeDone } from '../platform/table/audit.ts';
import {
  changesOf,
  type FieldValue,
  givenFields,
  refuseConflicts,
  writeDecided,
} from '../platform/table/field-changes.ts';
import { readPoints } from '../platform/table/table.ts';
import { school } from '../school/store.ts';
import { assignmentPoint } from '../subjects/store.ts';
import { termReportPoint } from '../term-reports/store.ts';
import {
  type FieldChange,
  type RecordKey,
  recordSubject,
  type SubjectRecordItem,
  subjectRecordPoint,
  writeRecordFields,
} from './store.ts';
import { storedFields, toRow, type WireName, wireFields, wireNames } from './wire.ts';

type Save = CallContext<typeof markSheetContract.saveSubjectRecord, Record<never, never>>;

const keyOf = (input: Save['input']): RecordKey => ({
  studentId: input.student_id,
  year: input.year,
  term: input.term,
  subjectId: input.subject_id,
});

export const saveSubjectRecord = callHandler(markSheetContract.saveSubjectRecord, {
  points: (input, accountId) => ({
    assignment: assignmentPoint(input.student_id, input.subject_id),
    record: subjectRecordPoint(keyOf(input)),
    report: termReportPoint(keyOf(input)),
    own: employeePoint(accountId),
    // Callers that name the class spare a second read; what they name is checked against the student.
    lessons: lessonPoints(input, accountId, input.class_id),
  }),
  handle: async ({ input, caller, found, request }) => {
    const { assignment } = found;
    const isForAnyone = picksAnyone(caller, found.own);
    if (!assignment) throw notAStudent(isForAnyone);
    // Marks of a term stay with the class of that term (DECISIONS 7).
    const { classId, formLevel } = found.report ?? found.record ?? assignment;
    const student = { classId, formLevel };
    if (!isForAnyone) {
      const isNamed = input.class_id === classId;
      const { lessons } = isNamed
        ? found
        : await readPoints({ lessons: lessonPoints(input, caller.accountId, classId) });
      const isTaught = lessons.length > 0 && isStudentOf({ ...assignment, formLevel }, caller.accountId);
      if (!isTaught) throw notAStudent(false);
    }
    const scheme = schemeFor(school().markingScheme, student.formLevel, input.term);
    checkExam(input.exam_mark, scheme);
    const record = await save({ input, caller, request, student, scheme, record: found.record });
    return toRow({
      student: { ...assignment, ...student },
      record,
      key: keyOf(input),
      scheme,
      isRegistered: found.report !== undefined,
    });
  },
});

const lessonPoints = (input: Save['input'], employeeId: string, classId: string | undefined) =>
  classId === undefined ? [] : [lessonPoint({ employeeId, year: input.year, subjectId: input.subject_id, classId })];

/** A teacher is not told whether somebody else's student takes the subject. */
const notAStudent = (isForAnyone: boolean) =>
  isForAnyone
    ? new NotFoundError('This student does not take this subject.')
    : new ForbiddenError(authMessages.forbidden);

/** The server refuses what the screen clamps (SPEC §5): a mark above the scheme's maximum never gets in unseen. */
function checkExam(exam: number | null | undefined, scheme: Scheme): void {
  const problem = examProblem(exam ?? null, scheme);
  if (problem !== null) throw new ValidationError({ exam_mark: [problem] });
}

type StoredRecord = Partial<SubjectRecordItem> | undefined;

interface Saving {
  input: Save['input'];
  caller: Save['caller'];
  request: Save['request'];
  student: { classId: string; formLevel: number };
  scheme: Scheme;
  record: StoredRecord;
}

/** Writes what differs from the stored record; reads again and decides anew when somebody was faster. */
function save({ input, caller, request, student, scheme, record }: Saving): Promise<StoredRecord> {
  const key = keyOf(input);
  const given = (fields: Save['input'] | NonNullable<Save['input']['was']>) =>
    givenFields(fields, wireFields, blankAsNull);
  const wanted = { values: given(input), was: input.was && given(input.was) };
  return writeDecided<StoredRecord, readonly FieldChange[]>({
    record,
    read: async () => (await readPoints({ record: subjectRecordPoint(key) })).record,
    decide: (current) => {
      const stored = storedFields(current);
      const changes = changesOf(wireFields, wanted, stored);
      refuseConflicts(changes, wanted.was, stored);
      if (changes.length === 0) return null;
      return changes.map(({ field, before, after }) => ({ field: wireNames[field], stored: before, value: after }));
    },
    write: (changes) =>
      writeRecordFields({ key, student, changes, examOutOf: scheme.exam?.max ?? null, caller, request }),
    applied: (changes, current) => applied(current, changes, { employeeId: caller.accountId, scheme }),
    isDone: () => isChangeDone(recordSubject(key), request.idempotencyKey),
  });
}

/** An emptied comment box is a missing comment. */
const blankAsNull = (_field: WireName, value: FieldValue): FieldValue => (value === '' ? null : value);

function applied(
  record: StoredRecord,
  changes: readonly FieldChange[],
  { employeeId, scheme }: { employeeId: string; scheme: Scheme },
): StoredRecord {
  const after: Record<string, unknown> = { ...record, employeeId };
  for (const { field, value } of changes) {
    after[field] = value ?? undefined;
    if (field === 'exam') after.examOutOf = scheme.exam?.max;
  }
  return after as StoredRecord;
}
