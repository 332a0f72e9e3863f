import { createDeviceCipher, type DeviceCipher } from '../outbox/device/device-cipher.ts';
import { currentSession } from './session.ts';

/*
 * What was typed into a form and not saved, kept in this tab per user, so that a session that runs out takes nothing
 * with it (rule 19). For forms with a save button; what saves itself as it is typed belongs into an outbox. Encrypted
 * with the account's key, as the outbox is (rule 67, ADR 0013): where nobody is signed in, nothing is read or kept.
 */

/** A name begins with the kind and the user (`clearDrafts`). */
const encryptedDraft = 'formroom.encrypted-draft';
const keyOf = (userId: string, form: string, cipher: DeviceCipher): string =>
  `${encryptedDraft}/${userId}/${cipher.encryptName(form)}`;

/**
 * The draft as it was stored; undefined where there is none, or another key encrypted it. The caller checks its shape.
 */
export function readDraft(userId: string, form: string): unknown {
  const cipher = cipherOf(userId);
  if (!cipher) return undefined;
  const key = keyOf(userId, form, cipher);
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : cipher.decrypt(text, key)?.value;
}

/** Throws where the tab's storage is full. */
export function writeDraft(userId: string, form: string, draft: unknown): void {
  const cipher = cipherOf(userId);
  if (!cipher) return;
  const key = keyOf(userId, form, cipher);
  sessionStorage.setItem(key, cipher.encryptToText(draft, key));
}

export function removeDraft(userId: string, form: string): void {
  const cipher = cipherOf(userId);
  if (cipher) sessionStorage.removeItem(keyOf(userId, form, cipher));
}

let latest: { key: string; cipher: DeviceCipher } | undefined;

function cipherOf(userId: string): DeviceCipher | undefined {
  const session = currentSession();
  if (session?.id !== userId) return undefined;
  if (latest?.key !== session.outboxKey)
    latest = { key: session.outboxKey, cipher: createDeviceCipher(session.outboxKey) };
  return latest.cipher;
}
