import { familiesContract } from '#shared/options/families/contract.ts';
import { linkOfficeWordings } from '#shared/options/families/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireFormLevel, schoolDay } from '../../../school/records/school.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { endLinks, listReportLinksOfTerm } from '../records/report-links.ts';
import { makeLinksToReports } from './make-links-to-reports.ts';

export const makeReportLink = callHandler(familiesContract.makeReportLink, {
  handle: async ({ input: { student_id, year, term }, caller, request }) => {
    const links = await makeLinksToReports([student_id], { year, term }, { caller, request });
    const link = links.get(student_id);
    if (!link) throw new ValidationError({ student_id: [linkOfficeWordings.noLinkFor] });
    return { address: link.address, ends_on: schoolDay(new Date(link.endsAt)) };
  },
});

/** One query, and one transaction for each ninety links. */
export const endReportLinks = callHandler(familiesContract.endReportLinks, {
  handle: async ({ input: { year, term, class_id, student_id }, caller, request }) => {
    if (class_id !== undefined) requireFormLevel(class_id);
    const [links, ofClass] = await Promise.all([
      listReportLinksOfTerm({ year, term }),
      class_id === undefined ? undefined : listStudentsOfClass(class_id),
    ]);
    const ids = ofClass && new Set(ofClass.map(({ studentId }) => studentId));
    const chosen = [...links.values()].filter(
      ({ studentId, endedAt }) =>
        endedAt === undefined &&
        (student_id === undefined || studentId === student_id) &&
        (ids === undefined || ids.has(studentId)),
    );
    return { ended: await endLinks(chosen, { caller, request }) };
  },
});
