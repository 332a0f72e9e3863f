import { familiesContract } from '#shared/options/families/contract.ts';
import { letterWordings, linkOfficeWordings } from '#shared/options/families/wordings.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { studentName } from '../../../students/records/store.ts';
import { printingDate } from '../../../term-reports/report-cards/print/school-paper.ts';
import { makeLinksToReports } from '../links/make-links-to-reports.ts';
import { renderSlips } from './render-slips.ts';

/**
 * The slips of a class of today, whose students' reports may be of another class. Printed again they lead to the same
 * links.
 */
export const printLinkSlips = callHandler(familiesContract.printLinkSlips, {
  handle: async ({ input: { class_id: classId, student_id, year, term }, caller, request }) => {
    requireFormLevel(classId);
    const inClass = await listStudentsOfClass(classId);
    // A slip leads to marks: of two of one name each has the id, also when it is printed alone.
    const nameOf = nameApart(inClass, {
      name: (student) => studentName(student, student.studentId),
      id: ({ studentId }) => studentId,
    });
    const students = inClass.filter(({ studentId }) => student_id === undefined || studentId === student_id);
    const ids = students.map(({ studentId }) => studentId);
    const links = await makeLinksToReports(ids, { year, term }, { caller, request });
    if (links.size === 0) throw new NotFoundError(linkOfficeWordings.noReports);
    const title = termTitle({ year, term });
    const { timeZone } = school();
    const slips = students.flatMap((student) => {
      const link = links.get(student.studentId);
      if (!link) return [];
      return [
        {
          head: linkOfficeWordings.slipHead(title),
          name: nameOf(student),
          classId,
          address: link.address,
          facts: [[letterWordings.address, link.address]] as const,
          steps: linkOfficeWordings.slipSteps,
          note: linkOfficeWordings.slipUntil(printingDate(new Date(link.endsAt), timeZone)),
        },
      ];
    });
    const name = `${linkOfficeWordings.slipTitle(classId)}, ${title}`;
    return renderSlips({ school: school(), title: name, slips, printedAt: request.now });
  },
});
