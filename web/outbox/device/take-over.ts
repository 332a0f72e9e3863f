import { encryptDraftsInClear } from '../../session/drafts.ts';
import {
  applyTyped,
  newestTypedValues,
  type PendingField,
  type PendingRecord,
  reopenRequest,
  type TypedChange,
} from '../pending-record.ts';
import { deviceStorage, type OutboxStorage } from './storage.ts';

interface TakingOver {
  user: string;
  /** Encrypted; throws where it cannot store. */
  to: OutboxStorage;
  isPageOpen: (page: string) => Promise<boolean>;
}

/**
 * Moves what earlier versions of the site kept of a user unencrypted. Each value is stored encrypted before it is deleted: whatever stops the move, the next page goes on with
 * it. The draft of a page that is still open stays that page's. Drafts of forms in this tab, too.
 * @returns whether anything was moved
 */
export async function takeOverUnencrypted({ user, to, isPageOpen }: TakingOver): Promise<boolean> {
  encryptDraftsInClear(user);
  const from = deviceStorage();
  let isMoved = false;
  for (const earlier of await from.all(user)) {
    await to.update({ user, id: earlier.id }, (stored) => mergeEarlier(stored, earlier));
    isMoved = true;
    // A page of an earlier version may have changed it meanwhile, and then sends it.
    const text = JSON.stringify(earlier);
    await from.update({ user, id: earlier.id }, (now) => (JSON.stringify(now) === text ? undefined : now));
  }
  for (const { page, take } of await from.drafts(user)) {
    if (await isPageOpen(page)) continue;
    await to.keepDraft({ user, page }, take);
    isMoved = true;
    await from.keepDraft({ user, page }, null);
  }
  return isMoved;
}

/** Adds what was typed earlier to a record; a field that was typed since keeps its newer value or text. */
export function mergeEarlier(stored: PendingRecord | undefined, earlier: PendingRecord): PendingRecord {
  if (!stored) return earlier;
  const { open, refused = {} } = earlier.sent ? reopenRequest(earlier, earlier.sent.key) : earlier;
  const isNewer = (field: string) => field in newestTypedValues(stored) || field in (stored.refused ?? {});
  const typed: TypedChange['typed'] = [
    ...Object.entries(open.fields).map(([field, value]): PendingField => {
      const over = open.over?.[field];
      return { field, value, was: open.was[field] ?? null, over: typeof over === 'string' ? over : undefined };
    }),
    ...Object.entries(refused).map(([field, text]): PendingField => ({ field, value: null, was: null, refused: text })),
  ];
  return typed.filter(({ field }) => !isNewer(field)).reduce(applyTyped, stored);
}
