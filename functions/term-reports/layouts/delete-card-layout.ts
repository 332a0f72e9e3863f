import { levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { cardLayoutWordings as say, termOfYear } from '#shared/term-reports/layouts/wordings.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import {
  CardLayoutEntity,
  deleteDraft,
  layoutAuditSubject,
  listCardLayouts,
} from '../report-cards/layouts/card-layouts.ts';
import { savedMeanwhile } from './save-card-layout.ts';

export const deleteCardLayout = callHandler(termReportsContract.deleteCardLayout, {
  handle: async ({ input: { layout_id: layoutId, saves }, caller, request }) => {
    const answer = { layout_id: layoutId, undo: request.idempotencyKey };
    if (await isChangeDone(layoutAuditSubject(layoutId), request.idempotencyKey)) return answer;
    const { layouts, inUse } = await listCardLayouts();
    const before = layouts.find((one) => one.layoutId === layoutId);
    if (!before) throw new NotFoundError(say.gone);
    if (before.saves !== saves) throw savedMeanwhile(before);
    const used = inUse.filter((one) => one.layoutId === layoutId);
    if (used.length > 0) {
      const where = used.map(({ formLevel, term }) => `${levelName(formLevel)}, ${termOfYear(term)}`).join('; ');
      throw new ConflictError(say.isInUse(where));
    }
    const outcome = await deleteDraft(before, { caller, request });
    if (isRefused(outcome)) throw savedMeanwhile(await CardLayoutEntity.get({ layoutId }));
    return answer;
  },
});
