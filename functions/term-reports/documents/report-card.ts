import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { termReportKey } from '../../marks/records/term-report.ts';
import { classPostKeys } from '../../people/records/store.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { type CallContext, callHandler, reportCardsReply } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { noSuchReportError, requireClassReportAccess, requirePostInClass } from '../report-access.ts';
import { readLiveCard } from '../report-cards/live-cards.ts';
import { readFrozenCards } from '../report-cards/posting/posted-reports.ts';
import { postingKey, readPosting } from '../report-cards/posting/postings.ts';
import { type PrintableCard, renderReportCards } from '../report-cards/print/render-report-cards.ts';
import { readPrintableCardsOfClass } from '../report-cards/printable-cards.ts';

type Print = CallContext<typeof termReportsContract.printReportCard, Record<never, never>>;

export const printReportCard = callHandler(termReportsContract.printReportCard, {
  handle: async ({ input, caller, request }) => {
    const isNow = input.as === 'now';
    const cards =
      input.studentId === undefined
        ? await cardsOfClass({ year: input.year, term: input.term, classId: input.classId ?? '', isNow }, caller)
        : await studentCards({ ...input, studentId: input.studentId, isNow }, caller);
    if (cards.length === 0) throw new NotFoundError(termReportWordings.noCardInClass);
    const { year, term, studentId } = input;
    const classId = input.classId ?? cards[0]?.card.student.classId ?? '';
    return reportCardsReply(
      await renderReportCards({ school: school(), cards, printedAt: request.now, isTwoSided: input.two_sided === '1' }),
      {
        ...{ year, term, classId },
        ...(studentId === undefined ? {} : { studentId }),
      },
    );
  },
});

async function cardsOfClass(
  { isNow, ...ofClass }: { classId: string; year: number; term: 1 | 2 | 3; isNow: boolean },
  caller: Print['caller'],
): Promise<PrintableCard[]> {
  const { posts, posting } = await readItems({
    posts: classPostKeys({ employeeId: caller.accountId, ...ofClass }),
    posting: postingKey(ofClass),
  });
  requireClassReportAccess(caller, posts);
  const { cards, damaged } = await readPrintableCardsOfClass(ofClass, isNow ? undefined : posting);
  // A class without one of its students must not look complete.
  if (damaged[0]) throw damaged[0].error;
  return cards;
}

async function studentCards(
  {
    studentId,
    year,
    term,
    classId,
    isNow,
  }: { studentId: string; year: number; term: 1 | 2 | 3; classId?: string | undefined; isNow: boolean },
  caller: Print['caller'],
): Promise<PrintableCard[]> {
  const { report } = await readItems({ report: termReportKey({ studentId, year, term }) });
  const posted = isNow
    ? undefined
    : (await readFrozenCards(await readPosting({ year, term }), [studentId])).get(studentId);
  const ofClass = report?.classId ?? posted?.card.student.classId;
  if (ofClass === undefined || (classId !== undefined && ofClass !== classId)) {
    throw noSuchReportError(caller);
  }
  await requirePostInClass({ classId: ofClass, year }, caller);
  const card = posted?.card ?? (await readLiveCard({ studentId, year, term }));
  if (!card) throw noSuchReportError(caller);
  return [{ card, posted }];
}
