import { authRefusals } from '#shared/accounts/wordings.ts';
import { canDeleteAssessment } from '#shared/marks/field-names.ts';
import { type MarkBookStudent, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { isTaughtByTeacher } from '../../people/records/class-list.ts';
import { lessonKey } from '../../people/records/store.ts';
import { ConflictError, ForbiddenError, isRefusalOfValues, NotFoundError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { storedValuesCheck } from '../../platform/table/action.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { type FoundRecords, readItems } from '../../platform/table/table.ts';
import { formLevelOfClass, school } from '../../school/records/school.ts';
import { erasedStudentName } from '../../students/records/erased-student.ts';
import { readStudents } from '../../students/records/store.ts';
import { assignmentKey } from '../../subjects/records/store.ts';
import {
  type AssessmentItem,
  assessmentKey,
  type CourseWorkItem,
  courseWorkKey,
  markBookPageKey,
  pageChangeAuditField,
  toLineOnPage,
  type WorkMark,
  writeStudentCourseWork,
} from '../records/course-work.ts';
import {
  type RecordKey,
  subjectRecordAuditSubject,
  subjectRecordKey,
  type TermPlacement,
} from '../records/subject-record.ts';
import { decidePlacementInTerm, termReportKey } from '../records/term-report.ts';
import { removeMarksFromLines } from './assessments/change-lines.ts';
import { lessonNotFoundError, toPageStudent } from './page.ts';
import {
  assessmentDeletedError,
  type MarkChange,
  markAndNoteChanges,
  markConflictError,
  requireValidMark,
  toTypedMarks,
  withMarkOrNote,
} from './typed-mark.ts';

type Save = CallContext<typeof markBookContract.saveMark, Record<never, never>>;

const keyOf = (input: Save['input']): RecordKey => ({
  studentId: input.student_id,
  year: startYearOf(input.academic_year_id),
  term: input.term,
  subjectId: input.subject_id,
});

/** Keys of the records that are read to save marks. */
export const keysToSaveMarks = (input: Save['input']) => ({
  // The named class saves a second read; it is checked against the student's.
  ...cellKeys(input, requestedClass(input)),
  assignment: assignmentKey(input.student_id, input.subject_id),
  line: courseWorkKey(keyOf(input)),
  record: subjectRecordKey(keyOf(input)),
  report: termReportKey(keyOf(input)),
});

export const saveMark = callHandler(markBookContract.saveMark, { prefetch: keysToSaveMarks, handle: saveTypedMarks });

type Typing = Save & {
  found: FoundRecords<ReturnType<typeof keysToSaveMarks>>;
  /** The moment that the marks are restored to. */
  restoredTo?: string | undefined;
};

/** Checks and saves the marks of the input; decides again if the line, a total or the student's class changed meanwhile. */
export async function saveTypedMarks({ found, ...saving }: Typing): Promise<MarkBookStudent> {
  const { input } = saving;
  const saved = await retryRefused({
    first: found,
    read: () => readItems(keysToSaveMarks(input)),
    attempt: async (stored) => {
      const { assignment, student } = authorizedStudent(saving, stored);
      const marks = await save(saving, {
        student,
        line: stored.line,
        record: stored.record,
        ...(await findAssessments(saving, student, stored)),
      });
      return marks === 'refused' ? marks : { assignment, student, marks };
    },
  });
  await removeMarksOfDeleted(saving, saved.student);
  const { student_id: studentId } = input;
  const named = saved.assignment ?? (await readStudents([studentId]))[0] ?? erasedStudentName(studentId);
  const scheme = schemeFor(school().markingScheme, saved.student.formLevel, input.term);
  return toPageStudent({ ...named, classId: saved.student.classId }, saved.marks, scheme);
}

type Saving = Omit<Typing, 'found'>;

/** The student's class. @throws if the page's teacher does not teach the student, or the page is not the caller's. */
function authorizedStudent({ input, caller }: Saving, stored: Typing['found']) {
  if (!isAdmin(caller) && input.employee_id !== caller.accountId) throw forbidden();
  const { assignment, record, report } = stored;
  const student = decidePlacementInTerm(keyOf(input), stored);
  const takes = assignment ?? record ?? report?.subjectIds?.includes(input.subject_id);
  const ofTeacher = { formLevel: student?.formLevel ?? 0, employeeId: assignment?.employeeId };
  if (!takes || !student || !isTaughtByTeacher(ofTeacher, input.employee_id)) {
    throw isAdmin(caller) ? new NotFoundError(markBookRefusals.studentNotTaught) : forbidden();
  }
  return { assignment, student };
}

/** The assessments of the marks. @throws if the page's teacher does not teach the class. */
async function findAssessments(
  { input, caller }: Saving,
  { classId, formLevel }: OfClass,
  stored: Typing['found'],
): Promise<{ assessments: readonly AssessmentItem[] }> {
  const isNamed = classId === input.form_class_id && formLevel === formLevelOfClass(classId);
  const { lesson, assessments } = isNamed ? stored : await readItems(cellKeys(input, { classId, formLevel }));
  if (!lesson) throw isAdmin(caller) ? lessonNotFoundError() : forbidden();
  // The same number is another assessment on another page: the mark belongs to the page where it was typed (ADR 0022).
  const isTypedElsewhere =
    input.form_class_id && pageOf(input, requestedClass(input)) !== pageOf(input, { classId, formLevel });
  if (isTypedElsewhere) throw new ConflictError(markBookRefusals.studentMoved);
  return { assessments };
}

interface OfClass {
  classId: string;
  formLevel: number;
}

const pageOf = (input: Save['input'], student: OfClass): string =>
  markBookPageKey({ ...keyOf(input), ...student, employeeId: input.employee_id });

/** Keys of the lesson that permits the write, and of the assessments with the marks' totals. */
const cellKeys = (input: Save['input'], student: OfClass) => ({
  lesson: lessonKey({
    employeeId: input.employee_id,
    year: startYearOf(input.academic_year_id),
    subjectId: input.subject_id,
    classId: student.classId,
  }),
  assessments: toTypedMarks(input).map(({ number }) => assessmentKey(pageOf(input, student), number)),
});

/** The class that the caller names; an unknown class gives the key of a page that does not exist. */
const requestedClass = ({ form_class_id: classId }: Save['input']): OfClass => ({
  classId: classId ?? '',
  formLevel: formLevelOfClass(classId ?? '') ?? 0,
});

const forbidden = () => new ForbiddenError(authRefusals.forbidden);

interface Stored {
  student: TermPlacement;
  line: CourseWorkItem | undefined;
  record: { classId: string; formLevel: number } | undefined;
  assessments: readonly AssessmentItem[];
}

/** Writes the changed marks of the stored line, and returns all of its marks. */
async function save(
  { input, caller, request, restoredTo }: Saving,
  { student, line, record, assessments }: Stored,
): Promise<Record<string, WorkMark> | 'refused'> {
  const key = keyOf(input);
  const page = pageOf(input, student);
  // A student who changed class keeps the marks of the earlier page beside those of this one.
  const marks = line ? toLineOnPage(line, page).marks : {};
  const stamp = { by: caller.name, at: request.now.toISOString() };
  let decided: ReturnType<typeof applyTypedMarks>;
  try {
    decided = applyTypedMarks(input, { marks, assessments, stamp });
  } catch (error) {
    // A repeated request has its answer, whatever was changed since: the cell, or the assessment.
    if (isRefusalOfValues(error) && (await isChangeDone(subjectRecordAuditSubject(key), request.idempotencyKey)))
      return marks;
    throw error;
  }
  const { after, changes } = decided;
  if (changes.length === 0) return marks;
  if (line && line.page !== page) changes.push({ field: pageChangeAuditField, before: line.page, after: page });
  const placement = { ...student, checks: [...student.checks, ...lessonCheck(input, student)] };
  const outcome = await writeStudentCourseWork({
    key,
    page,
    placement,
    before: line,
    record: record ?? null,
    marks: after,
    changes,
    caller,
    request,
    restoredTo,
  });
  if (outcome !== 'done') return outcome === 'written' ? after : 'refused';
  const { line: now } = await readItems({ line: courseWorkKey(key) });
  return now ? toLineOnPage(now, page).marks : {};
}

/** The marks with the typed ones, and what changes. Pure. @throws ValidationError, ConflictError */
function applyTypedMarks(
  input: Save['input'],
  {
    marks,
    assessments,
    stamp,
  }: { marks: Record<string, WorkMark>; assessments: readonly AssessmentItem[]; stamp: { by: string; at: string } },
) {
  const after = { ...marks };
  const changes: MarkChange[] = [];
  for (const typed of toTypedMarks(input)) {
    const name = String(typed.number);
    const outOf = requireValidMark(
      typed,
      assessments.find(({ number }) => number === typed.number),
    );
    const changed = markAndNoteChanges(typed, marks[name]);
    const conflict = changed.find(({ was, before }) => was !== undefined && was !== before);
    if (conflict) throw markConflictError(conflict);
    for (const { is, after: value } of changed) after[name] = withMarkOrNote(after[name], { is, value, outOf, stamp });
    if (after[name]?.mark === null && after[name]?.note === undefined) delete after[name];
    changes.push(...changed.map(({ field, before, after: value }) => ({ field, before, after: value })));
  }
  return { after, changes };
}

/** From form 4 on a page belongs to a teacher: the write fails if the lesson, and the page with it, was handed over meanwhile. */
const lessonCheck = (input: Save['input'], { classId, formLevel }: OfClass) =>
  isTaughtByClass(formLevel)
    ? []
    : [storedValuesCheck(cellKeys(input, { classId, formLevel }).lesson, { subjectId: input.subject_id })];

/**
 * A concurrent deletion may have processed the line before this mark was written: the mark is then removed here. Only
 * assessments that can be deleted cost this second read.
 */
async function removeMarksOfDeleted({ input, caller, request }: Saving, student: OfClass): Promise<void> {
  const key = keyOf(input);
  const page = pageOf(input, student);
  const typed = toTypedMarks(input).filter(
    ({ number, mark, note }) => canDeleteAssessment(number) && ((mark ?? null) !== null || note),
  );
  if (typed.length === 0) return;
  const keys = typed.map(({ number }) => assessmentKey(page, number));
  const { line, assessments } = await readItems({ line: courseWorkKey(key), assessments: keys });
  const gone = assessments.filter(({ deletedAt }) => deletedAt !== undefined);
  for (const assessment of gone) {
    const context = { page, number: assessment.number, formLevel: student.formLevel, caller };
    const ownKey = `${request.idempotencyKey}/${assessment.number}`;
    await removeMarksFromLines(line ? [line] : [], assessment, {
      ...context,
      request: { now: request.now, idempotencyKey: ownKey },
    });
  }
  const field = typed.find(({ number }) => gone.some((assessment) => assessment.number === number))?.field;
  if (field !== undefined) throw assessmentDeletedError(field);
}
