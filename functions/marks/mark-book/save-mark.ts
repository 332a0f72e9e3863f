import { authRefusals } from '#shared/accounts/wordings.ts';
import { canDeleteAssessment } from '#shared/marks/field-names.ts';
import { type MarkBookStudent, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { isTaughtByClass } from '#shared/people/form-level.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { isTaughtByTeacher } from '../../people/records/class-list.ts';
import { lessonKey } from '../../people/records/store.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { type Caller, isAdmin } from '../../platform/requests/caller.ts';
import { storedValuesCheck } from '../../platform/table/action.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
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
  writeStudentCourseWork,
} from '../records/course-work.ts';
import { type RecordKey, subjectRecordAuditSubject, subjectRecordKey } from '../records/subject-record.ts';
import { decidePlacementInTerm, termReportKey } from '../records/term-report.ts';
import { removeMarksFromLines } from './assessments/change-lines.ts';
import { lessonNotFoundError, toPageStudent } from './mark-book-page.ts';
import { assessmentDeletedError, marksByField, requireValidMark, toTypedMarks } from './typed-mark.ts';

type MarkCall = CallContext<typeof markBookContract.saveMark, Record<never, never>>;

const keyOf = (input: MarkCall['input']): RecordKey => ({
  studentId: input.student_id,
  year: startYearOf(input.academic_year_id),
  term: input.term,
  subjectId: input.subject_id,
});

/** Keys of the records that are read to save marks. */
export const keysToSaveMarks = (input: MarkCall['input']) => ({
  // The named class saves a second read; it is checked against the student's.
  ...cellKeys(input, requestedClass(input)),
  assignment: assignmentKey(input.student_id, input.subject_id),
  line: courseWorkKey(keyOf(input)),
  record: subjectRecordKey(keyOf(input)),
  report: termReportKey(keyOf(input)),
});

export const saveMark = callHandler(markBookContract.saveMark, { prefetch: keysToSaveMarks, handle: saveTypedMarks });

type MarksToSave = Pick<MarkCall, 'input'> & Authorship<Caller, MarkCall['request']>;
type Found = FoundRecords<ReturnType<typeof keysToSaveMarks>>;

/**
 * Checks and saves the marks of the input; decides again if the line, a total or the student's class changed meanwhile.
 */
export async function saveTypedMarks({ found, ...toSave }: MarksToSave & { found: Found }): Promise<MarkBookStudent> {
  const { input, caller, request, restoredTo } = toSave;
  const key = keyOf(input);
  const typed = toTypedMarks(input);
  const { save, stored, apply } = marksByField(typed);
  const afterwards = await saveTyped<Found, string>({
    found,
    read: () => readItems(keysToSaveMarks(input)),
    save,
    trail: { subject: subjectRecordAuditSubject(key) },
    request,
    decide: async (current, changesTo) => {
      const { student } = authorizedStudent(toSave, current);
      const assessments = await findAssessments(toSave, student, current);
      const totals = new Map(
        typed.map((one) => [
          one.number,
          requireValidMark(
            one,
            assessments.find(({ number }) => number === one.number),
          ),
        ]),
      );
      const page = pageOf(input, student);
      const { line, record = null } = current;
      const before = marksOnPage(line, page);
      const changed = await changesTo(stored(before));
      if (changed.length === 0) return null;
      const stamp = { by: caller.name, at: request.now.toISOString() };
      const { marks, changes } = apply(changed, { marks: before, totals, stamp });
      if (line && line.page !== page) changes.push({ field: pageChangeAuditField, before: line.page, after: page });
      const placement = { ...student, checks: [...student.checks, ...lessonCheck(input, student)] };
      const { classId } = student;
      return {
        write: () =>
          writeStudentCourseWork(
            { key, page, placement, before: line, record },
            { marks, changes },
            { caller, request, restoredTo },
          ),
        after: { ...current, line: { version: 0, ...line, ...key, page, classId, marks } },
      };
    },
  });
  const { assignment, student } = authorizedStudent(toSave, afterwards);
  await removeMarksOfDeleted(toSave, student);
  const { studentId } = key;
  const named = assignment ?? (await readStudents([studentId]))[0] ?? erasedStudentName(studentId);
  const scheme = schemeFor(school().markingScheme, student.formLevel, input.term);
  const marks = marksOnPage(afterwards.line, pageOf(input, student));
  return toPageStudent({ ...named, classId: student.classId }, marks, scheme);
}

/** A student who changed class keeps the marks of the earlier page beside those of this one. */
const marksOnPage = (line: CourseWorkItem | undefined, page: string) => (line ? toLineOnPage(line, page).marks : {});

/** The student's class. @throws if the page's teacher does not teach the student, or the page is not the caller's. */
function authorizedStudent({ input, caller }: MarksToSave, found: Found) {
  if (!isAdmin(caller) && input.employee_id !== caller.accountId) throw forbidden();
  const { assignment, record, report } = found;
  const student = decidePlacementInTerm(keyOf(input), found);
  const takes = assignment ?? record ?? report?.subjectIds?.includes(input.subject_id);
  const ofTeacher = { formLevel: student?.formLevel ?? 0, employeeId: assignment?.employeeId };
  if (!takes || !student || !isTaughtByTeacher(ofTeacher, input.employee_id)) {
    throw isAdmin(caller) ? new NotFoundError(markBookRefusals.studentNotTaught) : forbidden();
  }
  return { assignment, student };
}

/** The assessments of the marks. @throws if the page's teacher does not teach the class. */
async function findAssessments(
  { input, caller }: MarksToSave,
  { classId, formLevel }: OfClass,
  found: Found,
): Promise<readonly AssessmentItem[]> {
  const isNamed = classId === input.form_class_id && formLevel === formLevelOfClass(classId);
  const { lesson, assessments } = isNamed ? found : await readItems(cellKeys(input, { classId, formLevel }));
  if (!lesson) throw isAdmin(caller) ? lessonNotFoundError() : forbidden();
  // The same number is another assessment on another page: the mark belongs to the page where it was typed (ADR 0022).
  const isTypedElsewhere =
    input.form_class_id && pageOf(input, requestedClass(input)) !== pageOf(input, { classId, formLevel });
  if (isTypedElsewhere) throw new ConflictError(markBookRefusals.studentMoved);
  return assessments;
}

interface OfClass {
  classId: string;
  formLevel: number;
}

const pageOf = (input: MarkCall['input'], student: OfClass): string =>
  markBookPageKey({ ...keyOf(input), ...student, employeeId: input.employee_id });

/** Keys of the lesson that permits the write, and of the assessments with the marks' totals. */
const cellKeys = (input: MarkCall['input'], student: OfClass) => ({
  lesson: lessonKey({
    employeeId: input.employee_id,
    year: startYearOf(input.academic_year_id),
    subjectId: input.subject_id,
    classId: student.classId,
  }),
  assessments: toTypedMarks(input).map(({ number }) => assessmentKey(pageOf(input, student), number)),
});

/** The class that the caller names; an unknown class gives the key of a page that does not exist. */
const requestedClass = ({ form_class_id: classId }: MarkCall['input']): OfClass => ({
  classId: classId ?? '',
  formLevel: formLevelOfClass(classId ?? '') ?? 0,
});

const forbidden = () => new ForbiddenError(authRefusals.forbidden);

/**
 * From form 4 on a page belongs to a teacher: the write fails if the lesson, and the page with it, was handed over
 * meanwhile.
 */
const lessonCheck = (input: MarkCall['input'], { classId, formLevel }: OfClass) =>
  isTaughtByClass(formLevel)
    ? []
    : [storedValuesCheck(cellKeys(input, { classId, formLevel }).lesson, { subjectId: input.subject_id })];

/**
 * A concurrent deletion may have processed the line before this mark was written: the mark is then removed here. Only
 * assessments that can be deleted cost this second read.
 */
async function removeMarksOfDeleted({ input, caller, request }: MarksToSave, student: OfClass): Promise<void> {
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
    const { number } = assessment;
    const own = { now: request.now, idempotencyKey: `${request.idempotencyKey}/${number}` };
    const change = { page, number, formLevel: student.formLevel, by: { caller, request: own } };
    await removeMarksFromLines(line ? [line] : [], assessment, change);
  }
  const field = typed.find(({ number }) => gone.some((assessment) => assessment.number === number))?.field;
  if (field !== undefined) throw assessmentDeletedError(field);
}
