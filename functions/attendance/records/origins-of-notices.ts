import { recordsPlace } from '#shared/place.ts';
import type { Action } from '../../platform/table/action.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import type { AbsenceNoticeItem } from './absence-notice.ts';

/**
 * What becomes of a proposal of an option when the notice that somebody made of it is withdrawn or restored: writes for
 * the same transaction, none of a notice of another origin.
 */
export interface OriginOfNotices {
  withdrawn(notice: AbsenceNoticeItem, by: Authorship): Promise<Action[]>;
  /** @throws ConflictError where the proposal has changed meanwhile */
  restored(notice: AbsenceNoticeItem, by: Authorship): Promise<Action[]>;
}

/** Origins of absence notices beside the staff, whether their option is on or off. */
export const originsOfNotices = recordsPlace<OriginOfNotices>('origins of absence notices');

/** The writes of the notice's origin. */
export async function originActions(
  what: keyof OriginOfNotices,
  notice: AbsenceNoticeItem,
  by: Authorship,
): Promise<Action[]> {
  return (await Promise.all(originsOfNotices.all().map((origin) => origin[what](notice, by)))).flat();
}
