import { authMessages } from '#shared/auth/messages.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { classPostPoints } from '../../people/store.ts';
import { type CallContext, callHandler } from '../../platform/call-handler.ts';
import { isAdmin } from '../../platform/caller.ts';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { readPoints } from '../../platform/table.ts';
import { school } from '../../school/store.ts';
import { liveCardOf, liveCardsOfClass } from '../live-cards.ts';
import { checkClassPost } from '../may-see-class.ts';
import {
  type FrozenCard,
  frozenCardsOf,
  frozenCardsOfClass,
  postingPoint,
  readPosting,
} from '../posting/posting-store.ts';
import type { ReportCard } from '../report-card.ts';
import { termReportPoint } from '../store.ts';
import { renderReportCards } from './report-card.ts';

type Print = CallContext<typeof termReportsContract.reportCard, Record<never, never>>;

/** Cards in the order of printing; a posted one with what it was posted with. */
type Cards = { card: ReportCard; posted?: FrozenCard | undefined }[];

export const reportCard = callHandler(termReportsContract.reportCard, {
  handle: async ({ input, caller, request }) => {
    const cards =
      input.studentId === undefined
        ? await classCards({ ...input, classId: input.classId ?? '' }, caller)
        : await studentCards({ ...input, studentId: input.studentId }, caller);
    if (cards.length === 0) throw new NotFoundError('No student of this class is registered for this term.');
    return renderReportCards({ school: school(), cards, printedAt: request.now });
  },
});

/** The posted copies, and of whom there is none the card as it is now. */
async function classCards(
  { classId, year, term }: { classId: string; year: number; term: 1 | 2 | 3 },
  caller: Print['caller'],
): Promise<Cards> {
  const { posts, posting } = await readPoints({
    posts: classPostPoints({ employeeId: caller.accountId, year, classId }),
    posting: postingPoint({ year, term }),
  });
  checkClassPost(caller, posts);
  const [{ cards, broken }, frozen] = await Promise.all([
    liveCardsOfClass({ classId, year, term }),
    frozenCardsOfClass(posting, classId),
  ]);
  const isFrozen = (studentId: string) => frozen.has(studentId);
  const [failed] = broken.filter(({ studentId }) => !isFrozen(studentId));
  if (failed) throw failed.error;
  // Posted with another class, which the report has left since: parents saw that one.
  const unposted = cards.filter(({ student }) => !isFrozen(student.id));
  const elsewhere = await frozenCardsOf(
    posting,
    unposted.map(({ student }) => student.id),
  );
  return [
    ...[...frozen.values()].map((posted) => ({ card: posted.card, posted })),
    ...unposted.map((card) => {
      const posted = elsewhere.get(card.student.id);
      return { card: posted?.card ?? card, posted };
    }),
  ].sort((a, b) => a.card.student.name.localeCompare(b.card.student.name));
}

async function studentCards(
  {
    studentId,
    year,
    term,
    classId,
  }: { studentId: string; year: number; term: 1 | 2 | 3; classId?: string | undefined },
  caller: Print['caller'],
): Promise<Cards> {
  const { report } = await readPoints({ report: termReportPoint({ studentId, year, term }) });
  const posted = (await frozenCardsOf(await readPosting({ year, term }), [studentId])).get(studentId);
  const ofClass = report?.classId ?? posted?.card.student.classId;
  if (ofClass === undefined || (classId !== undefined && ofClass !== classId)) {
    // A teacher is not told which pupils there are.
    if (!isAdmin(caller)) throw new ForbiddenError(authMessages.forbidden);
    throw new NotFoundError('This student is not registered for this term.');
  }
  await checkPost(caller, ofClass, year);
  const card = posted?.card ?? (await liveCardOf({ studentId, year, term }));
  if (!card) throw new NotFoundError('This student is not registered for this term.');
  return [{ card, posted }];
}

async function checkPost(caller: Print['caller'], classId: string, year: number): Promise<void> {
  const { posts } = await readPoints({ posts: classPostPoints({ employeeId: caller.accountId, year, classId }) });
  checkClassPost(caller, posts);
}
