import { authMessages } from '#shared/auth/messages.ts';
import { markBookContract } from '#shared/mark-book/contract.ts';
import { markBookMessages } from '#shared/mark-book/messages.ts';
import { startYearOf } from '#shared/terms/academic-year.ts';
import { isRecordSaveDone, type RecordKey, subjectRecordPoint } from '../mark-sheet/store.ts';
import { isStudentOf } from '../people/class-list.ts';
import { lessonPoint } from '../people/store.ts';
import { type CallContext, callHandler } from '../platform/call-handler.ts';
import { isAdmin } from '../platform/caller.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../platform/errors.ts';
import { readPoints } from '../platform/table.ts';
import { formLevelOf } from '../school/store.ts';
import { assignmentPoint } from '../subjects/store.ts';
import { termReportPoint } from '../term-reports/store.ts';
import { notTaught } from './check-page.ts';
import {
  type AssessmentItem,
  assessmentPoint,
  type CourseWorkItem,
  courseWorkPoint,
  pageKey,
  type WorkMark,
  writeLine,
} from './store.ts';
import { toStudent } from './wire.ts';

type Save = CallContext<typeof markBookContract.saveMark, Record<never, never>>;

const keyOf = (input: Save['input']): RecordKey => ({
  studentId: input.student_id,
  year: startYearOf(input.academic_year_id),
  term: input.term,
  subjectId: input.subject_id,
});

const rounds = 8;

export const saveMark = callHandler(markBookContract.saveMark, {
  points: (input) => ({
    // Callers that name the class spare a second read; what they name is checked against the student.
    ...cellPoints(input, named(input)),
    assignment: assignmentPoint(input.student_id, input.subject_id),
    line: courseWorkPoint(keyOf(input)),
    record: subjectRecordPoint(keyOf(input)),
    report: termReportPoint(keyOf(input)),
  }),
  handle: async ({ input, caller, found, request }) => {
    const { assignment } = found;
    const key = keyOf(input);
    if (!isAdmin(caller) && input.employee_id !== caller.accountId) throw forbidden();
    // Marks of a term stay with the class of that term (DECISIONS 7).
    const student = found.report ?? found.record ?? assignment;
    if (!assignment || !student || !isStudentOf({ ...assignment, formLevel: student.formLevel }, input.employee_id)) {
      throw isAdmin(caller)
        ? new NotFoundError('This student is not taught this subject by this teacher.')
        : forbidden();
    }
    const { classId, formLevel } = student;
    const isNamed = classId === input.form_class_id && formLevel === formLevelOf(classId);
    const { lesson, assessment } = isNamed ? found : await readPoints(cellPoints(input, { classId, formLevel }));
    if (!lesson) throw isAdmin(caller) ? notTaught() : forbidden();
    const { line } = found;
    const marks = await save({ input, key, student: { classId, formLevel }, line, assessment, caller, request });
    return toStudent({ ...assignment, classId }, marks);
  },
});

interface OfClass {
  classId: string;
  formLevel: number;
}

const pageOf = (input: Save['input'], student: OfClass): string =>
  pageKey({ ...keyOf(input), ...student, employeeId: input.employee_id });

/** What says whether a cell may be written, and what its mark is out of. */
const cellPoints = (input: Save['input'], student: OfClass) => ({
  lesson: lessonPoint({
    employeeId: input.employee_id,
    year: startYearOf(input.academic_year_id),
    subjectId: input.subject_id,
    classId: student.classId,
  }),
  assessment: assessmentPoint(pageOf(input, student), input.assesment_number),
});

/** The class that the caller names; one that does not exist names a page that nobody has. */
const named = ({ form_class_id: classId }: Save['input']): OfClass => ({
  classId: classId ?? '',
  formLevel: formLevelOf(classId ?? '') ?? 0,
});

const forbidden = () => new ForbiddenError(authMessages.forbidden);

/** What the mark is out of. Refuses what the grid refuses, in the same words (SPEC §5). */
function checkMark(mark: number | null, total: number | undefined): number {
  if (mark === null) return total ?? 0;
  if (total === undefined) throw new ValidationError({ mark: [markBookMessages.noTotal] });
  if (mark > total) throw new ValidationError({ mark: [markBookMessages.aboveTotal] });
  return total;
}

interface Saving {
  input: Save['input'];
  key: RecordKey;
  student: OfClass;
  line: CourseWorkItem | undefined;
  assessment: AssessmentItem | undefined;
  caller: Save['caller'];
  request: Save['request'];
}

/** Changes one mark of the line; looks again when another of its marks, or the total, was changed meanwhile. */
async function save(saving: Saving): Promise<Record<string, WorkMark>> {
  const { input, key, student, caller, request } = saving;
  let { line, assessment } = saving;
  const page = pageOf(input, student);
  const name = String(input.assesment_number);
  for (let round = 0; round < rounds; round += 1) {
    const outOf = checkMark(input.mark, assessment?.total);
    const marks = line?.marks ?? {};
    const stored = marks[name]?.mark ?? null;
    if (stored === input.mark) return marks;
    if (input.was !== undefined && input.was !== stored) {
      if (await isRecordSaveDone(key, request.idempotencyKey)) return marks;
      throw conflict(input.mark, marks[name], name);
    }
    const after = withMark(marks, name, input.mark, { outOf, by: caller.name, at: request.now.toISOString() });
    const changes = [{ field: `assessment ${name}`, before: stored, after: input.mark }];
    const outcome = await writeLine({ key, page, student, before: line, marks: after, changes, caller, request });
    if (outcome === 'written') return after;
    ({ line, assessment } = await readPoints({
      line: courseWorkPoint(key),
      assessment: assessmentPoint(page, input.assesment_number),
    }));
    if (outcome === 'already done') return line?.marks ?? {};
  }
  throw new ConflictError('Others are changing this record. Please try again.');
}

function withMark(
  marks: Record<string, WorkMark>,
  name: string,
  mark: number | null,
  stamp: Omit<WorkMark, 'mark'>,
): Record<string, WorkMark> {
  const { [name]: _replaced, ...others } = marks;
  return mark === null ? others : { ...others, [name]: { mark, ...stamp } };
}

function conflict(yours: number | null, theirs: WorkMark | undefined, name: string): ConflictError {
  return new ConflictError('Somebody else has changed this since you opened it.', {
    field: `assessment ${name}`,
    yours,
    theirs: theirs?.mark ?? null,
    by: theirs?.by ?? null,
    at: theirs?.at ?? null,
  });
}
