import { schoolTime } from '#shared/school/school-time.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { cardLayoutWordings as say } from '#shared/term-reports/layouts/wordings.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { hashSecret } from '../../platform/identity/secrets.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { school } from '../../school/records/school.ts';
import {
  CardLayoutEntity,
  type CardLayoutItem,
  cardLayoutKey,
  layoutAuditSubject,
  listCardLayouts,
  saveDraft,
} from '../report-cards/layouts/card-layouts.ts';

/** Layouts that a school works on at most. */
const mostLayouts = 20;

/** A new layout has the same id when its first save is repeated. */
const newLayoutId = (idempotencyKey: string): string => `L${hashSecret(idempotencyKey).slice(0, 12)}`;

export const saveCardLayout = callHandler(termReportsContract.saveCardLayout, {
  prefetch: ({ layout_id: layoutId = '-' }) => ({ before: cardLayoutKey(layoutId) }),
  handle: async ({ input, found, caller, request }) => {
    const { layout_id: asked, layout: draft, levels, terms, saves: seen } = input;
    const layoutId = asked ?? newLayoutId(request.idempotencyKey);
    const answer = { layout_id: layoutId, saves: seen + 1, undo: request.idempotencyKey };
    if (await isChangeDone(layoutAuditSubject(layoutId), request.idempotencyKey)) return answer;
    const { before } = found;
    if (asked !== undefined && !before) throw new NotFoundError(say.gone);
    if (before && before.saves !== seen) throw savedMeanwhile(before);
    if (!before && (await listCardLayouts()).layouts.length >= mostLayouts) {
      throw new ConflictError(say.tooMany(mostLayouts));
    }
    const outcome = await saveDraft({ layoutId, draft, levels, terms }, { before, by: { caller, request } });
    if (isRefused(outcome)) throw savedMeanwhile((await CardLayoutEntity.get({ layoutId })) ?? before);
    return answer;
  },
});

/** Refuses a save, or a publishing, of a draft that somebody else has saved since it was seen. */
export const savedMeanwhile = (now: CardLayoutItem | undefined): Error =>
  now
    ? new ConflictError(say.savedMeanwhile(now.savedBy, schoolTime(new Date(now.savedAt), school().timeZone)))
    : new NotFoundError(say.gone);
