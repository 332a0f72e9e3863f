import { authRefusals } from '#shared/accounts/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { examProblem } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import { markSheetRefusals } from '#shared/marks/wordings.ts';
import { canPickAnyone, isTaughtByTeacher } from '../../people/records/class-list.ts';
import { employeeKey, lessonKey } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { toFieldSave } from '../../platform/table/field-changes.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import { type FoundRecords, readItems } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { erasedStudentName } from '../../students/records/erased-student.ts';
import { readStudents } from '../../students/records/store.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import {
  callFields,
  type RecordKey,
  subjectRecordAuditSubject,
  subjectRecordKey,
  type TermPlacement,
  toRecordUpdate,
  toStoredFields,
  updatedRecord,
  writeRecordFields,
} from '../records/subject-record.ts';
import { decidePlacementInTerm, termReportKey } from '../records/term-report.ts';
import { toMarkSheetRow } from './mark-sheet-row.ts';

type SaveCall = Omit<CallContext<typeof markSheetContract.saveSubjectRecord, Record<never, never>>, 'found'>;

const keyOf = (input: SaveCall['input']): RecordKey => ({
  studentId: input.student_id,
  year: input.year,
  term: input.term,
  subjectId: input.subject_id,
});

const keysToSave = (input: SaveCall['input'], accountId: string) => ({
  assignment: assignmentKey(input.student_id, input.subject_id),
  record: subjectRecordKey(keyOf(input)),
  report: termReportKey(keyOf(input)),
  own: employeeKey(accountId),
  // The named class saves a second read; it is checked against the student's.
  lessons: lessonKeys(input, accountId, input.class_id),
});

export const saveSubjectRecord = callHandler(markSheetContract.saveSubjectRecord, {
  prefetch: keysToSave,
  handle: async (context) => {
    const { found, ...call } = context;
    const { input } = call;
    const after = await saveFields(call, found);
    const { assignment, student } = studentOfTerm(call, after);
    const named = assignment ?? (await readStudents([input.student_id]))[0] ?? erasedStudentName(input.student_id);
    return toMarkSheetRow({
      student: { ...named, classId: student.classId, formLevel: student.formLevel },
      record: after.record,
      key: keyOf(input),
      scheme: schemeOf(input, student),
      isRegistered: after.report !== undefined,
    });
  },
});

type Found = FoundRecords<ReturnType<typeof keysToSave>>;

/** The student and the class of the term. @throws if the student neither takes the subject nor took it then. */
function studentOfTerm({ input, caller }: SaveCall, { report, record, assignment, own }: Found) {
  const student = decidePlacementInTerm(keyOf(input), { report, record, assignment });
  const takes = assignment ?? record ?? report?.subjectIds?.includes(input.subject_id);
  if (!takes || !student) throw studentNotFound(canPickAnyone(caller, own));
  return { assignment, student };
}

/** The student's class, if the caller may write marks there. */
async function authorizedPlacement(call: SaveCall, found: Found): Promise<TermPlacement> {
  const { input, caller } = call;
  const { assignment, student } = studentOfTerm(call, found);
  if (canPickAnyone(caller, found.own)) return student;
  const { classId, formLevel } = student;
  const { lessons } =
    input.class_id === classId ? found : await readItems({ lessons: lessonKeys(input, caller.accountId, classId) });
  const isTaught =
    lessons.length > 0 && isTaughtByTeacher({ formLevel, employeeId: assignment?.employeeId }, caller.accountId);
  if (!isTaught) throw studentNotFound(false);
  return student;
}

const schemeOf = ({ term }: SaveCall['input'], { formLevel }: { formLevel: number }): Scheme =>
  schemeFor(school().markingScheme, formLevel, term);

const lessonKeys = (input: SaveCall['input'], employeeId: string, classId: string | undefined) =>
  classId === undefined ? [] : [lessonKey({ employeeId, year: input.year, subjectId: input.subject_id, classId })];

/** Teachers get 403 in both cases, so that they cannot find out what other teachers' students take. */
const studentNotFound = (isForAnyone: boolean) =>
  isForAnyone ? new NotFoundError(markSheetRefusals.notTaking) : new ForbiddenError(authRefusals.forbidden);

/** The maximum of the exam mark. The server refuses what the screen clamps: a mark above it (product §5). */
function checkExam(exam: Mark | null | undefined, scheme: Scheme): number | null {
  const problem = examProblem(exam ?? null, scheme);
  if (problem !== null) throw new ValidationError({ exam_mark: [problem] });
  return scheme.exam?.max ?? null;
}

/**
 * Writes what differs from the stored record; reads and decides again after a conflicting write, or if the student was
 * moved.
 */
function saveFields(call: SaveCall, found: Found): Promise<Found> {
  const { input, caller, request } = call;
  const key = keyOf(input);
  return saveTyped({
    found,
    read: () => readItems(keysToSave(input, caller.accountId)),
    // An emptied comment box is a missing comment.
    save: toFieldSave(input, callFields, (value) => (value === '' ? null : value)),
    trail: { subject: subjectRecordAuditSubject(key) },
    request,
    decide: async (current, changesTo) => {
      const placement = await authorizedPlacement(call, current);
      const examOutOf = checkExam(input.exam_mark, schemeOf(input, placement));
      const changes = await changesTo({ ...toStoredFields(current.record), meant: callFields });
      if (changes.length === 0) return null;
      const { classId, formLevel } = placement;
      const place = { classId, formLevel, employeeId: caller.accountId };
      const { record } = current;
      const change = { key, placement, record, changes, examOutOf };
      return {
        write: () => writeRecordFields(change, call),
        after: { ...current, record: { ...updatedRecord(record, key, toRecordUpdate(change, call)), ...place } },
      };
    },
  });
}
