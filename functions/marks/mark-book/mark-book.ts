import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { schemeFor, showsWeightedTotal } from '#shared/marks/scheme.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { classList, isStudentOf } from '../../people/records/class-list.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { listSource, listSourceKeys, studentsOfSheet } from '../../students/records/term-lists.ts';
import { linesOfPage, readPage } from '../records/course-work.ts';
import { checkPage, pageLessonKeys } from './check-page.ts';
import { pageAssessments, toStudent } from './page-mapper.ts';

/** Three requests whatever the size of the class: session and lessons; the roster; assessments and lines of the page. */
export const markBook = callHandler(markBookContract.markBook, {
  prefetch: (input) => ({
    lessons: pageLessonKeys(input, classesOf(input)),
    ...listSourceKeys(startYearOf(input.academic_year_id)),
  }),
  handle: async ({ input, caller, found }) => {
    const { subject_id: subjectId, employee_id: employeeId, form_level: formLevel } = input;
    const classIds = classesOf(input);
    const page = checkPage({ page: input, classIds, lessons: found.lessons, caller });
    const term = { year: startYearOf(input.academic_year_id), term: input.term };
    const read = readPage(page);
    const [roster, { assessments, lines }] = await Promise.all([
      studentsOfSheet(
        { ...term, subjectId, formLevel, classIds },
        { source: listSource(term, found), entries: linesOfPage(read) },
      ),
      read,
    ]);
    const marksOf = new Map(lines.map((line) => [line.studentId, line.marks]));
    const { markingScheme } = school();
    const scheme = schemeFor(markingScheme, formLevel, input.term);
    return {
      weightings: scheme,
      shows_weighted_total: showsWeightedTotal(markingScheme, formLevel, input.term),
      assesments: pageAssessments(assessments),
      students: roster
        .filter((student) => isStudentOf(student, employeeId))
        .map((student) => toStudent(student, marksOf.get(student.studentId) ?? {}, scheme)),
    };
  },
});

const classesOf = (input: { form_class_id?: string | undefined; form_classes?: string | undefined }) =>
  classList({ class_id: input.form_class_id, form_classes: input.form_classes });
