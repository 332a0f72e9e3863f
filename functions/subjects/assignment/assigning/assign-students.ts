import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { assignmentWordings, noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportKey } from '../../../marks/records/term-report.ts';
import { employeeKey } from '../../../people/records/store.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { type CallContext, callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { type FoundRecords, readItems, readMany } from '../../../platform/table/table.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { findTermClosure, termLocksKey } from '../../../school/records/term-locks.ts';
import { studentKey, studentName } from '../../../students/records/store.ts';
import {
  assignmentKey,
  StudentSubjectAssignmentEntity,
  subjectKey,
  subjectUnlessDeleted,
} from '../../records/store.ts';
import { undoableStudentSubjects } from '../subject-acts.ts';
import { listClassesTaught, requireLevelOfSubject } from './lessons-of-subject.ts';
import {
  type JudgedStudent,
  judgeAssignmentOfStudents,
  refuseUnassignableStudents,
  refuseUnknownStudents,
  writeJudgedAssignments,
} from './write-assigning.ts';

type Row = typeof studentSubjectsContract.assignStudents;
type Context = Omit<CallContext<Row, Record<never, never>>, 'found'>;

const keysOf = ({ subject_id: subjectId, students, employee_id: employeeId }: Context['input']) => ({
  current: currentPeriodKey(),
  register: termLocksKey(),
  subject: subjectKey(subjectId),
  teacher: employeeId === null ? [] : [employeeKey(employeeId)],
  students: students.map(studentKey),
  assignments: students.map((studentId) => assignmentKey(studentId, subjectId)),
});

export const assignStudents = callHandler(studentSubjectsContract.assignStudents, {
  prefetch: keysOf,
  handle: async ({ found, ...context }) =>
    retryRefused({
      first: await withReports(context, found),
      read: async () => withReports(context, await readItems(keysOf(context.input))),
      attempt: (current) => assign(context, current),
      what: 'these students',
    }),
});

type Read = Awaited<ReturnType<typeof withReports>>;

/** Adds the reports of the current term, whose keys need the term. */
async function withReports({ input }: Context, found: FoundRecords<ReturnType<typeof keysOf>>) {
  const current = openTerm(found);
  const keys = current ? input.students.map((studentId) => termReportKey({ studentId, ...termOf(current) })) : [];
  return { ...found, reports: await readMany(keys) };
}

/** The report of a closed term stays as it is. */
const openTerm = ({ current, register }: Pick<FoundRecords<ReturnType<typeof keysOf>>, 'current' | 'register'>) =>
  current && !findTermClosure(register, current) ? current : undefined;

const termOf = ({ year, term }: { year: number; term: 1 | 2 | 3 }) => ({ year, term });

async function assign(context: Context, found: Read): Promise<Output<Row> | 'refused'> {
  const { input, caller, request } = context;
  const { students: studentIds, employee_id: employeeId, was } = input;
  const subject = subjectUnlessDeleted(found.subject);
  if (!subject) throw new ValidationError({ subject_id: [noSuchSubject] });
  const { subjectId, title } = subject;
  refuseUnknownStudents(studentIds, found.students);
  const year = found.current?.year ?? 0;
  const taughtIn = await listClassesTaught({ employeeId, teacher: found.teacher[0], subjectId, year });
  const term = openTerm(found)?.term ?? null;
  const wanted = { subjectId, employeeId, year, term, taughtIn, formLevel: null, classId: null };
  const judged = judgeAssignmentOfStudents(found, wanted);
  refuseUnassignableStudents(judged);
  const meant = judged.filter(({ assigning }) => assigning.kind !== 'unchanged');
  if (meant.length === 0) return (await answerBefore(context)) ?? { assigned: 0, undo: null };
  const surprise = meant.find(
    ({ assignment }) => assignment && (was === undefined || was.employee_id !== (assignment.employeeId ?? null)),
  );
  if (surprise) {
    const before = await answerBefore(context);
    if (before) return before;
    throw otherTeacher(surprise, employeeId);
  }
  const isNew = ({ assignment }: JudgedStudent) => assignment === undefined;
  for (const formLevel of new Set(meant.filter(isNew).map(({ student }) => student.formLevel))) {
    await requireLevelOfSubject({ subjectId, title, year }, formLevel);
  }
  const act = request.idempotencyKey;
  const names = meant.map(({ student }) => studentName(student, student.studentId));
  const who = names.length === 1 ? names[0] : pluralize(names.length, 'student');
  const what = `${title}: ${who} ${meant.some(isNew) ? 'assigned' : 'given another teacher'}`;
  const outcome = await writeJudgedAssignments(judged, wanted, {
    act,
    by: { caller, request },
    undo: undoableStudentSubjects.keep({
      change: { kind: 'students assigned', details: { subjectId, students: meant.length, isBatch: false } },
      what,
      place: 'students',
      of: [StudentSubjectAssignmentEntity],
    }),
  });
  return isRefused(outcome) ? 'refused' : { assigned: meant.length, undo: act };
}

/** The answer of an earlier attempt of this request, if there was one. */
async function answerBefore({ request }: Context): Promise<Output<Row> | undefined> {
  const { act } = await readItems({ act: undoableStudentSubjects.key(request.idempotencyKey) });
  if (act?.change.kind !== 'students assigned') return undefined;
  return { assigned: act.change.details.students, undo: request.idempotencyKey };
}

const otherTeacher = ({ student, assignment }: JudgedStudent, yours: string | null) =>
  new ConflictError(assignmentWordings.otherTeacher(studentName(student, student.studentId)), {
    field: 'employee_id',
    yours,
    theirs: assignment?.employeeId ?? null,
    by: null,
    at: null,
  });
