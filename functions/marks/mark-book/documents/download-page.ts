import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { academicYearTitle, schoolFileTermTitle, startYearOf } from '#shared/school/academic-year.ts';
import { employeeKey } from '../../../people/records/store.ts';
import { readPeopleOfEndedTerm, teacherNamesOfTerm } from '../../../people/records/term-people.ts';
import { callHandler, documentToSave } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { subjectKey } from '../../../subjects/records/store.ts';
import { keysToDecideListSource, openPage } from '../mark-book-page.ts';
import { pageTitle, renderPageWorkbook } from './render-page.ts';

export const downloadMarkBookPage = callHandler(markBookContract.downloadMarkBookPage, {
  prefetch: (input) => ({
    employee: employeeKey(input.employee_id),
    subject: subjectKey(input.subject_id),
    ...keysToDecideListSource(input),
  }),
  handle: async ({ input, caller, found, request }) => {
    const year = startYearOf(input.academic_year_id);
    const page = await openPage(
      {
        employeeId: input.employee_id,
        subjectId: input.subject_id,
        year,
        term: input.term,
        classId: input.form_class_id,
        formLevel: input.form_level,
      },
      { caller, found },
    );
    const file = school();
    // Of a term that is over as they were called in it (rule 74); who may open the page follows the lesson of today
    // (rule 34).
    const people = await readPeopleOfEndedTerm({ year, term: input.term });
    const subject = people?.subjects[page.subjectId]?.title ?? found.subject?.title ?? input.subject_id;
    const termTitle = schoolFileTermTitle(file.terms, input.term);
    const today = found.employee ? `${found.employee.firstName} ${found.employee.lastName}` : '';
    const teacher = teacherNamesOfTerm(people, page) ?? today;
    const bytes = await renderPageWorkbook({ page, school: file, subject, teacher, termTitle, madeAt: request.now });
    return documentToSave(
      bytes,
      `Mark Book ${pageTitle(page)} ${subject} ${termTitle} ${academicYearTitle(year)}.xlsx`,
    );
  },
});
