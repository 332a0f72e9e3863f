import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { cardLayoutWordings as say } from '#shared/term-reports/layouts/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { cardProof } from '../report-cards/card-proofs.ts';
import {
  CardLayoutEntity,
  cardLayoutKey,
  layoutAuditSubject,
  listCardLayouts,
  publishLayout,
} from '../report-cards/layouts/card-layouts.ts';
import { findLayoutProblems } from '../report-cards/layouts/layout-problems.ts';
import { classConcurrency, readLiveCardsOfClass, readTermFacts } from '../report-cards/live-cards.ts';
import { createOverflowFinder } from '../report-cards/print/fit-card.ts';
import type { ReportCard } from '../report-cards/report-card.ts';
import { readCrestOfLayout } from './crest-of-layout.ts';
import { savedMeanwhile } from './save-card-layout.ts';

/** Four requests a class, and a millisecond a card: every student who would have the layout is laid out in it. */
export const publishCardLayout = callHandler(termReportsContract.publishCardLayout, {
  prefetch: ({ layout_id: layoutId }) => ({ draft: cardLayoutKey(layoutId), current: currentPeriodKey() }),
  handle: async ({ input: { layout_id: layoutId, saves }, found: { draft, current }, caller, request }) => {
    if (!draft) throw new NotFoundError(say.gone);
    const { draft: layout, levels, published } = draft;
    const answer = { layout_id: layoutId, undo: request.idempotencyKey };
    if (await isChangeDone(layoutAuditSubject(layoutId), request.idempotencyKey)) {
      return { ...answer, version: published, students: 0 };
    }
    if (draft.saves !== saves) throw savedMeanwhile(draft);
    const cards = current ? await readCards(current, { levels, layout }) : [];
    await refuseProblems(layout, cards);
    const { inUse } = await listCardLayouts();
    const outcome = await publishLayout(draft, { inUse, by: { caller, request } });
    if (isRefused(outcome)) {
      const now = await CardLayoutEntity.get({ layoutId });
      throw now?.saves === saves ? new ConflictError(say.publishedMeanwhile) : savedMeanwhile(now);
    }
    return { ...answer, version: published + 1, students: cards.length };
  },
});

/** The cards of these form levels as they are now, with what the layout shows. */
async function readCards(
  { year, term }: Term,
  { levels, layout }: { levels: readonly number[]; layout: CardLayout },
): Promise<ReportCard[]> {
  const ofTerm = readTermFacts({ year, term }, () => layout);
  const asked = school().formClasses.filter(({ form_level }) => levels.includes(form_level));
  const classes = await inParallel(asked, {
    atOnce: classConcurrency,
    does: async ({ id: classId }) => (await readLiveCardsOfClass({ year, term, classId }, ofTerm)).cards,
  });
  return classes.flat();
}

/** @throws ValidationError with the place of each problem in the layout, `layout.front.2.0` */
async function refuseProblems(layout: CardLayout, cards: readonly ReportCard[]): Promise<void> {
  const [subjects, beside, crests] = await Promise.all([
    readSubjectNamesById(),
    cardProof()?.room(),
    readCrestOfLayout(layout),
  ]);
  const problems = findLayoutProblems(layout, {
    cards,
    subjects,
    sidesOver: createOverflowFinder(school(), { beside, crests }),
  });
  if (problems.length === 0) return;
  const byPlace = Map.groupBy(problems, ({ path }) => ['layout', ...path].join('.'));
  throw new ValidationError(
    Object.fromEntries([...byPlace].map(([place, of]) => [place, of.map(({ message }) => message)])),
  );
}
