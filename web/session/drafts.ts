/**
 * What was typed into a form and not saved, kept in this tab per user, so that a session that runs out takes nothing with it
 * (rule 19). For forms with a save button; what saves itself as it is typed belongs into an outbox.
 */
const prefix = 'formroom.draft';
const keyOf = (userId: string, form: string) => `${prefix}/${userId}/${form}`;

/** The draft as it was stored; undefined when there is none. The caller checks its shape. */
export function readDraft(userId: string, form: string): unknown {
  const stored = sessionStorage.getItem(keyOf(userId, form));
  return stored === null ? undefined : (JSON.parse(stored) as unknown);
}

export const writeDraft = (userId: string, form: string, draft: unknown): void =>
  sessionStorage.setItem(keyOf(userId, form), JSON.stringify(draft));

export const removeDraft = (userId: string, form: string): void => sessionStorage.removeItem(keyOf(userId, form));

export function clearDrafts(userId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(keyOf(userId, ''))) sessionStorage.removeItem(key);
  }
}
