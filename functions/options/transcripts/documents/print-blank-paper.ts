import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { blankTitles } from '#shared/options/transcripts/kinds.ts';
import { transcriptScreenWordings } from '#shared/options/transcripts/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { readLayoutsOfTerm } from '../../../term-reports/report-cards/layouts/layout-of-card.ts';
import { renderSchoolSheet } from '../../../term-reports/report-cards/print/school-paper.ts';
import { cardSheets } from '../../../term-reports/report-cards/print/styles.ts';
import { blankCardBlock, blankMarkListBlock } from '../print/blank-paper.ts';

export const printBlankPaper = callHandler(transcriptsContract.printBlankPaper, {
  handle: async ({ input: { paper, class_id: classId }, request: { now } }) => {
    const formLevel = requireFormLevel(classId);
    const [listed, layouts] = await Promise.all([listStudentsOfClass(classId), readLayoutsOfTerm(1)]);
    const students = listed.map((student) => ({
      id: student.studentId,
      name: lastFirst(student),
    }));
    if (students.length === 0) throw new NotFoundError(transcriptScreenWordings.nobody);
    const layout = layouts(formLevel);
    const sheet = { school: school(), printedAt: now, sheet: cardSheets[layout.paper], head: layout.head };
    const title = blankTitles[paper];
    return paper === 'card'
      ? renderSchoolSheet({
          ...sheet,
          title: 'Term report',
          about: `Class ${classId}`,
          parts: students.map((student) => ({
            bookmark: student.name,
            note: null,
            body: (style, width) => blankCardBlock(student, { style, width }),
          })),
        })
      : renderSchoolSheet({
          ...sheet,
          title: 'Mark list',
          about: `Class ${classId}`,
          parts: [
            { bookmark: title, note: null, body: (style, width) => blankMarkListBlock(students, { style, width }) },
          ],
        });
  },
});
