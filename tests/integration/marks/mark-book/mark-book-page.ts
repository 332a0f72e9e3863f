import { AssessmentEntity, CourseWorkEntity, readMarkBookPage } from '#functions/marks/records/course-work.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { deleteRecords } from '../../../support/school/records.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';

export const { readMarkBook, saveAssessment, saveMark: saveMarkCall } = markBookContract;

/** `mona`'s Mathematics in class 1A, and over the two classes of form 4. */
const maths = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId };
export const page1A = { ...maths, form_class_id: '1A' };
export const page4 = { ...maths, form_classes: ['4A', '4B'] };

export type AssessmentInput = RawInput<typeof saveAssessment>;
export type MarkInput = RawInput<typeof saveMarkCall>;

/** An assessment of 1A with everything filled in; `change` overrides. */
export const assessmentInput1A = (change: Partial<AssessmentInput> = {}): AssessmentInput => ({
  ...page1A,
  form_level: 1,
  term,
  topic: 'Fractions',
  date: '2025-10-02',
  total: 20,
  ...change,
});

export const markInput1A = (
  change: Pick<MarkInput, 'student_id' | 'assesment_number' | 'mark'> & Partial<MarkInput>,
) => ({
  ...page1A,
  term,
  ...change,
});

export const openPage1A = (client: TestClient) =>
  client.call(readMarkBook, { ...page1A, form_level: '1', term: String(term) });

export const openPage4 = (client: TestClient, classes = '4A,4B') =>
  client.call(readMarkBook, { ...maths, form_classes: classes, form_level: '4', term: String(term) });

/** A student's row of the mark sheet of a class. */
export async function readSheetRow(
  client: TestClient,
  studentId: string,
  of: { class_id: string; form_level: string },
) {
  const { body } = await client.call(markSheetContract.readMarkSheetOfLesson, {
    employee_id: 'T1',
    subject_id: 'MATH',
    ...of,
    year: String(year),
    term: String(term),
  });
  return body.data.find((row) => row.student_id === studentId);
}

export const readCourseMark1A = async (client: TestClient, studentId: string) =>
  (await readSheetRow(client, studentId, { class_id: '1A', form_level: '1' }))?.course_mark;

const keyOf1A = `${year}#${term}#MATH#1A`;

/** Takes everything off the page of 1A; the audit trail stays. */
export async function clearPage1A(): Promise<void> {
  const { assessments, lines } = await readMarkBookPage(keyOf1A);
  if (assessments.length > 0) await deleteRecords(AssessmentEntity, assessments);
  if (lines.length > 0)
    await Promise.all([deleteRecords(CourseWorkEntity, lines), deleteRecords(SubjectRecordEntity, lines)]);
}
