import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { callHandler, reportCardsReply } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { classConcurrency, readLiveCard, readLiveCardsOfClass, readTermFacts } from '../report-cards/live-cards.ts';
import { renderReportCards } from '../report-cards/print/render-report-cards.ts';
import type { ReportCard } from '../report-cards/report-card.ts';
import { readCrestOfLayout } from './crest-of-layout.ts';

/** The same function prints here, in the answer to a teacher, in the job and for the posting. */
export const previewCardLayout = callHandler(termReportsContract.previewCardLayout, {
  handle: async ({ input: { layout, student_id: studentId, year, term }, request }) => {
    const [live, crests] = await Promise.all([
      readLiveCard({ studentId, year, term }, () => layout),
      readCrestOfLayout(layout),
    ]);
    const card = live?.card;
    if (!card) throw new NotFoundError(termReportWordings.reportGone);
    const bytes = await renderReportCards({
      school: school(),
      cards: [{ card, layout }],
      printedAt: request.now,
      crests,
    });
    return reportCardsReply(bytes, { year, term, classId: card.student.classId, studentId });
  },
});

export const listPreviewStudents = callHandler(termReportsContract.listPreviewStudents, {
  handle: async ({ input: { form_level: level, ...period } }) => {
    const ofTerm = readTermFacts(period);
    const classes = await inParallel(
      school().formClasses.filter(({ form_level }) => form_level === level),
      {
        atOnce: classConcurrency,
        does: async ({ id: classId }) => (await readLiveCardsOfClass({ ...period, classId }, ofTerm)).cards,
      },
    );
    return longestAndShortestFirst(classes.flat()).map(({ card: { student }, characters }) => ({
      student_id: student.id,
      name: student.name,
      class_id: student.classId,
      characters,
    }));
  },
});

/** Letters that people wrote on a card, and those of its name. */
function countCharacters({ student, subjects, remarks, music, coCurricular }: ReportCard): number {
  const texts = [
    student.name,
    ...subjects.map(({ comment }) => comment),
    remarks.formTeacher,
    remarks.dean,
    music?.comment,
    ...coCurricular,
  ];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** The fullest card, then the emptiest, which show what a layout does to both, then the others downwards. */
export function longestAndShortestFirst(cards: readonly ReportCard[]): { card: ReportCard; characters: number }[] {
  const counted = cards
    .map((card) => ({ card, characters: countCharacters(card) }))
    .sort((a, b) => b.characters - a.characters || a.card.student.name.localeCompare(b.card.student.name));
  const [longest, ...others] = counted;
  const shortest = others.pop();
  return [longest, shortest, ...others].filter((one) => one !== undefined);
}
