import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { termReportKey } from '../../marks/records/term-report.ts';
import { classPostKeys } from '../../people/records/store.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { type CallContext, callHandler, reportCardsReply } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import { noSuchReportError, requireCardAccess, requirePostInClass } from '../report-access.ts';
import { readLiveCard } from '../report-cards/live-cards.ts';
import { type FrozenCard, readFrozenCards } from '../report-cards/posting/posted-reports.ts';
import { postingKey, readPosting } from '../report-cards/posting/postings.ts';
import { readOrPrintPostedCard } from '../report-cards/print/posted-card-file.ts';
import { type PrintableCard, renderReportCards } from '../report-cards/print/render-report-cards.ts';
import { readPrintableCardsOfClass, withoutLeavers } from '../report-cards/printable-cards.ts';

type Print = CallContext<typeof termReportsContract.printReportCard, Record<never, never>>;

export const printReportCard = callHandler(termReportsContract.printReportCard, {
  handle: async ({ input, caller, request }) => {
    const { year, term, studentId } = input;
    const isNow = input.as === 'now';
    const print = (cards: readonly PrintableCard[]) =>
      renderReportCards({ school: school(), cards, printedAt: request.now, isTwoSided: input.two_sided === '1' });
    if (studentId !== undefined) {
      const { card, layout, posted } = await studentCard({ ...input, studentId, isNow }, caller);
      const bytes = posted ? await readOrPrintPostedCard(posted, request.now) : await print([{ card, layout }]);
      return reportCardsReply(bytes, { year, term, classId: input.classId ?? card.student.classId, studentId });
    }
    const classId = input.classId ?? '';
    const cards = await cardsOfClass({ year, term, classId, isNow }, caller);
    if (cards.length === 0) throw new NotFoundError(termReportWordings.noCardInClass);
    return reportCardsReply(await print(cards), { year, term, classId });
  },
});

/** The cards that are printed with a class, by name. */
async function cardsOfClass(
  { isNow, ...ofClass }: { classId: string; year: number; term: 1 | 2 | 3; isNow: boolean },
  caller: Print['caller'],
): Promise<PrintableCard[]> {
  const { posts, posting, period } = await readItems({
    posts: classPostKeys({ employeeId: caller.accountId, ...ofClass }),
    posting: postingKey(ofClass),
    period: periodKey(ofClass.year, ofClass.term),
  });
  await requireCardAccess(caller, posts);
  const all = await readPrintableCardsOfClass(ofClass, isNow ? undefined : posting);
  const listed = [...all.cards.map(({ card }) => card.student.id), ...all.damaged.map(({ studentId }) => studentId)];
  const { cards, damaged } = withoutLeavers(all, await readLeaversOfTerm(listed, period?.dateEnd ?? null));
  // A class without one of its students must not look complete.
  if (damaged[0]) throw damaged[0].error;
  return cards;
}

async function studentCard(
  {
    studentId,
    year,
    term,
    classId,
    isNow,
  }: { studentId: string; year: number; term: 1 | 2 | 3; classId?: string | undefined; isNow: boolean },
  caller: Print['caller'],
): Promise<Pick<PrintableCard, 'card' | 'layout'> & { posted: FrozenCard | undefined }> {
  const { report } = await readItems({ report: termReportKey({ studentId, year, term }) });
  const posted = isNow
    ? undefined
    : (await readFrozenCards(await readPosting({ year, term }), [studentId])).get(studentId);
  const ofClass = report?.classId ?? posted?.card.student.classId;
  if (ofClass === undefined || (classId !== undefined && ofClass !== classId)) {
    throw noSuchReportError(caller);
  }
  await requirePostInClass({ classId: ofClass, year }, caller);
  const { card, layout } = posted ?? (await readLiveCard({ studentId, year, term })) ?? {};
  if (!card || !layout) throw noSuchReportError(caller);
  return { card, layout, posted };
}
