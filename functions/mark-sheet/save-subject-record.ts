import { authMessages } from '#shared/auth/messages.ts';
import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { examProblem } from '#shared/marking/marks.ts';
import { type Scheme, schemeFor } from '#shared/marking/scheme.ts';
import { isStudentOf, picksAnyone } from '../people/class-list.ts';
import { employeePoint, lessonPoint } from '../people/store.ts';
import { type CallContext, callHandler } from '../platform/call-handler.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../platform/errors.ts';
import { readPoints } from '../platform/table.ts';
import { school } from '../school/store.ts';
import { assignmentPoint } from '../subjects/store.ts';
import { termReportPoint } from '../term-reports/store.ts';
import {
  type FieldChange,
  type FieldValue,
  isRecordSaveDone,
  type RecordKey,
  type SubjectRecordItem,
  subjectRecordPoint,
  writeRecordFields,
} from './store.ts';
import { toRow, type WireName, wireFields, wireNames } from './wire.ts';

type Save = CallContext<typeof markSheetContract.saveSubjectRecord, Record<never, never>>;

const keyOf = (input: Save['input']): RecordKey => ({
  studentId: input.student_id,
  year: input.year,
  term: input.term,
  subjectId: input.subject_id,
});

const rounds = 5;

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

interface Saving {
  input: Save['input'];
  caller: Save['caller'];
  request: Save['request'];
  student: { classId: string; formLevel: number };
  scheme: Scheme;
  record: SubjectRecordItem | undefined;
}

/** Writes what differs from the stored record; reads again and decides anew when somebody was faster. */
async function save(saving: Saving): Promise<Partial<SubjectRecordItem> | undefined> {
  const { input, caller, request, student, scheme } = saving;
  const key = keyOf(input);
  let { record } = saving;
  for (let round = 0; round < rounds; round += 1) {
    const conflict = conflictOf(input, record);
    if (conflict) {
      if (await isRecordSaveDone(key, request.idempotencyKey)) return record;
      throw conflict;
    }
    const changes = changesOf(input, record);
    if (changes.length === 0) return record;
    const outcome = await writeRecordFields({
      key,
      student,
      changes,
      examOutOf: scheme.exam?.max ?? null,
      caller,
      request,
    });
    if (outcome === 'written') return applied(record, changes, caller.accountId);
    ({ record } = await readPoints({ record: subjectRecordPoint(key) }));
    if (outcome === 'already done') return record;
  }
  throw new ConflictError('Others are changing this record. Please try again.');
}

const storedValue = (record: SubjectRecordItem | undefined, name: WireName): FieldValue =>
  record?.[wireNames[name]] ?? null;

function changesOf(input: Save['input'], record: SubjectRecordItem | undefined): FieldChange[] {
  return wireFields.flatMap((name) => {
    const value = wanted(input[name]);
    const stored = storedValue(record, name);
    return value === undefined || value === stored ? [] : [{ field: wireNames[name], stored, value }];
  });
}

/** An emptied comment box is a missing comment. */
const wanted = (value: FieldValue | undefined): FieldValue | undefined => (value === '' ? null : value);

/** The first field that the user changed from something else than what is stored. */
function conflictOf(input: Save['input'], record: SubjectRecordItem | undefined): ConflictError | undefined {
  for (const name of wireFields) {
    const value = wanted(input[name]);
    const seen = wanted(input.was?.[name]);
    const stored = storedValue(record, name);
    if (value === undefined || seen === undefined || seen === stored || value === stored) continue;
    return new ConflictError('Somebody else has changed this since you opened it.', {
      field: name,
      yours: value,
      theirs: stored,
      by: record?.[`${wireNames[name]}By`] ?? null,
      at: record?.[`${wireNames[name]}At`] ?? null,
    });
  }
  return undefined;
}

function applied(
  record: SubjectRecordItem | undefined,
  changes: readonly FieldChange[],
  employeeId: string,
): Partial<SubjectRecordItem> {
  const after: Record<string, unknown> = { ...record, employeeId };
  for (const { field, value } of changes) after[field] = value ?? undefined;
  return after as Partial<SubjectRecordItem>;
}
