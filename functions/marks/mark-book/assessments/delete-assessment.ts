import { canDeleteAssessment, defaultAssessmentCount } from '#shared/marks/field-names.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { isTaughtByTeacher } from '../../../people/records/class-list.ts';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { expiryOfDeleted, readItems } from '../../../platform/table/table.ts';
import { schoolDay } from '../../../school/records/school.ts';
import { readRoster } from '../../../subjects/records/store.ts';
import {
  type AssessmentItem,
  assessmentKey,
  readLinesOfStudents,
  readMarkBookPage,
} from '../../records/course-work.ts';
import type { RecordKey } from '../../records/subject-record.ts';
import { authorizePage, pageLessonKeys, requestedClassIds } from '../mark-book-page.ts';
import { writeAssessmentDeletion } from './assessment-store.ts';
import { type AssessmentChangeContext, removeMarksFromLines } from './change-lines.ts';

/** The assessment first, so that it takes no more marks; then its marks. A repeated call resumes between the two. */
export const deleteAssessment = callHandler(markBookContract.deleteAssessment, {
  prefetch: (input) => ({ lessons: pageLessonKeys(input, requestedClassIds(input)) }),
  handle: async ({ input, caller, found, request }) => {
    const classIds = requestedClassIds(input);
    const page = authorizePage({ page: input, classIds, lessons: found.lessons, caller });
    const { assesment_number: number, form_level: formLevel, employee_id: employeeId, subject_id: subjectId } = input;
    if (!canDeleteAssessment(number)) {
      throw new ValidationError({ assesment_number: [markBookRefusals.firstStay(defaultAssessmentCount)] });
    }
    const roster = await readRoster({ subjectId, formLevel, classIds });
    const key = { subjectId, year: startYearOf(input.academic_year_id), term: input.term };
    const present = roster
      .filter((assignment) => isTaughtByTeacher(assignment, employeeId))
      .map(({ studentId }) => ({ ...key, studentId }));
    const deleted = await deleteAssessmentWithMarks({ page, number, formLevel, by: { caller, request } }, present);
    const keptUntil = schoolDay(new Date((deleted.expires ?? 0) * 1000));
    return { assesment_number: number, kept_until: keptUntil };
  },
});

/**
 * Deletes an assessment with its marks, and returns it as it is kept. `present`: the keys of the students on the page
 * now.
 */
export async function deleteAssessmentWithMarks(
  context: AssessmentChangeContext,
  present: readonly RecordKey[],
): Promise<AssessmentItem> {
  const { page, number, by } = context;
  const wanted = { assessment: assessmentKey(page, number) };
  const { assessment } = await readItems(wanted);
  if (!assessment) throw new NotFoundError(markBookRefusals.noSuchAssessment);
  if (assessment.deletedAt === undefined) {
    const deletion = { deletedAt: by.request.now.toISOString(), expires: expiryOfDeleted(by.request.now) };
    await writeAssessmentDeletion({ assessment, deletion, by });
  }
  const { assessment: deleted } = await readItems(wanted);
  // Restored concurrently.
  if (deleted?.deletedAt === undefined) throw new NotFoundError(markBookRefusals.noSuchAssessment);

  // The page's index may lag behind a mark saved just now: lines of present students are read by their keys.
  const { lines } = await readMarkBookPage(page);
  const known = new Set(present.map(({ studentId }) => studentId));
  const all = [...(await readLinesOfStudents(present)), ...lines.filter(({ studentId }) => !known.has(studentId))];
  await removeMarksFromLines(all, deleted, context);
  return deleted;
}
