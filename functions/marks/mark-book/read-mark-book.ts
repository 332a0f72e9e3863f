import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { schemeFor, showsWeightedTotal } from '#shared/marks/scheme.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { parseClassIds } from '../../people/records/class-list.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { decideListSource, listSourceKeys } from '../../students/records/term-lists.ts';
import { authorizePage, pageLessonKeys, readPageContent, toPageStudent } from './mark-book-page.ts';

/** Three requests for a class of any size: session and lessons; the list; assessments and lines of the page. */
export const readMarkBook = callHandler(markBookContract.readMarkBook, {
  prefetch: (input) => ({
    lessons: pageLessonKeys(input, classesOf(input)),
    ...listSourceKeys(startYearOf(input.academic_year_id)),
  }),
  handle: async ({ input, caller, found }) => {
    const { subject_id: subjectId, employee_id: employeeId, form_level: formLevel } = input;
    const classIds = classesOf(input);
    const key = authorizePage({ page: input, classIds, lessons: found.lessons, caller });
    const of = { year: startYearOf(input.academic_year_id), term: input.term, subjectId, formLevel, classIds };
    const { assessments, students } = await readPageContent({ ...of, key, employeeId }, decideListSource(of, found));
    const { markingScheme } = school();
    const scheme = schemeFor(markingScheme, formLevel, input.term);
    return {
      weightings: scheme,
      shows_weighted_total: showsWeightedTotal(markingScheme, formLevel, input.term),
      assesments: assessments,
      students: students.map(({ marks, ...student }) => toPageStudent(student, marks, scheme)),
    };
  },
});

const classesOf = (input: { form_class_id?: string | undefined; form_classes?: string | undefined }) =>
  parseClassIds({ class_id: input.form_class_id, form_classes: input.form_classes });
