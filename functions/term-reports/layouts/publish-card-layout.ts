import { termReportsContract } from '#shared/term-reports/contract.ts';
import { cardLayoutWordings as say } from '#shared/term-reports/layouts/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import {
  CardLayoutEntity,
  cardLayoutKey,
  layoutAuditSubject,
  listCardLayouts,
  publishLayout,
} from '../report-cards/layouts/card-layouts.ts';
import { listLayoutProblems, placeOf, readCardsInLayout } from './check-card-layout.ts';
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
    const cards = await readCardsInLayout(current, { levels, layout });
    const problems = await listLayoutProblems(layout, cards);
    if (problems.length > 0) {
      const byPlace = Map.groupBy(problems, placeOf);
      throw new ValidationError(
        Object.fromEntries([...byPlace].map(([place, of]) => [place, of.map(({ message }) => message)])),
      );
    }
    const { inUse } = await listCardLayouts();
    const outcome = await publishLayout(draft, { inUse, by: { caller, request } });
    if (isRefused(outcome)) {
      const now = await CardLayoutEntity.get({ layoutId });
      throw now?.saves === saves ? new ConflictError(say.publishedMeanwhile) : savedMeanwhile(now);
    }
    return { ...answer, version: published + 1, students: cards.length };
  },
});
