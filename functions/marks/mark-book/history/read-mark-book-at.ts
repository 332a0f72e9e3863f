import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { keysToDecideListSource, openPage, type PageSelection } from '../mark-book-page.ts';
import { listChangedAssessments, listChangedMarks, readPageSnapshot } from './page-snapshot.ts';

/** Six requests for a class of any size: the session, lessons, list, page, and the changes of marks and assessments. */
export const readMarkBookAt = callHandler(markBookContract.readMarkBookAt, {
  prefetch: keysToDecideListSource,
  handle: async ({ input, caller, found }) => {
    const page = await openPage(toPageSelection(input), { caller, found });
    const snapshot = await readPageSnapshot(page, input.at);
    return {
      assesments: snapshot.numbers.map((number) => ({
        assesment_number: number,
        details: snapshot.assessment(number),
      })),
      students: page.students.map(({ studentId, lastName, firstName }) => ({
        student_id: studentId,
        name: lastFirst({ lastName, firstName }),
        marks: Object.fromEntries(
          snapshot.numbers.flatMap((number) => {
            const mark = snapshot.mark(studentId, number);
            return mark === null ? [] : [[String(number), mark]];
          }),
        ),
      })),
      changes: { assesments: listChangedAssessments(page, snapshot), marks: listChangedMarks(page, snapshot) },
    };
  },
});

/** The page that is named by a call about its history. */
export const toPageSelection = (input: {
  employee_id: string;
  subject_id: string;
  form_class_id?: string | undefined;
  academic_year_id: string;
  form_level: number;
  term: 1 | 2 | 3;
}): PageSelection => ({
  employeeId: input.employee_id,
  subjectId: input.subject_id,
  year: startYearOf(input.academic_year_id),
  term: input.term,
  classId: input.form_class_id,
  formLevel: input.form_level,
});
