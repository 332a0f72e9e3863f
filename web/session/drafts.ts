import { createDeviceCipher, type DeviceCipher } from '../outbox/device/device-cipher.ts';
import { currentSession } from './session.ts';

/*
 * What was typed into a form and not saved, kept in this tab per user, so that a session that runs out takes nothing with it
 * (rule 19). For forms with a save button; what saves itself as it is typed belongs into an outbox. Encrypted with the account's key,
 * as the outbox is (rule 67, ADR 0013); in the clear where the API is older than the page and answers no key.
 */

/** A name begins with the kind and the user (`clearDrafts`). */
const encryptedDraft = 'formroom.encrypted-draft';
/** Of an earlier version of the site, or for an API that answers no key. */
const draftInClear = 'formroom.draft';
const keyOf = (userId: string, form: string, cipher?: DeviceCipher): string =>
  cipher ? `${encryptedDraft}/${userId}/${cipher.encryptName(form)}` : `${draftInClear}/${userId}/${form}`;

/** The draft as it was stored; undefined where there is none, or another key encrypted it. The caller checks its shape. */
export function readDraft(userId: string, form: string): unknown {
  const cipher = cipherOf(userId);
  const key = keyOf(userId, form, cipher);
  const text = sessionStorage.getItem(key);
  if (cipher && text !== null) return cipher.decrypt(text, key)?.value;
  const stored = text ?? sessionStorage.getItem(keyOf(userId, form));
  return stored === null ? undefined : (JSON.parse(stored) as unknown);
}

/** Throws where the tab's storage is full. */
export function writeDraft(userId: string, form: string, draft: unknown): void {
  const cipher = cipherOf(userId);
  const key = keyOf(userId, form, cipher);
  sessionStorage.setItem(key, cipher ? cipher.encryptToText(draft, key) : JSON.stringify(draft));
  if (cipher) sessionStorage.removeItem(keyOf(userId, form));
}

export function removeDraft(userId: string, form: string): void {
  sessionStorage.removeItem(keyOf(userId, form, cipherOf(userId)));
  sessionStorage.removeItem(keyOf(userId, form));
}

let latest: { key: string; cipher: DeviceCipher } | undefined;

function cipherOf(userId: string): DeviceCipher | undefined {
  const session = currentSession();
  if (session?.id !== userId || session.outboxKey === undefined) return undefined;
  if (latest?.key !== session.outboxKey)
    latest = { key: session.outboxKey, cipher: createDeviceCipher(session.outboxKey) };
  return latest.cipher;
}

/** Encrypts what is in this tab in clear, now that the key is known. What the storage is too small for stays as it is. */
export function encryptDraftsInClear(userId: string): void {
  if (!cipherOf(userId)) return;
  const start = keyOf(userId, '');
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(start)) continue;
    const text = sessionStorage.getItem(key) ?? 'null';
    sessionStorage.removeItem(key);
    try {
      writeDraft(userId, key.slice(start.length), JSON.parse(text));
    } catch {
      sessionStorage.setItem(key, text);
    }
  }
}
