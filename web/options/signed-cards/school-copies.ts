import type { DidDocument } from '#shared/options/signed-cards/card-credential.ts';
import type { FetchedList } from '#shared/options/signed-cards/checking/check-card.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { call } from '../../api/call.ts';
import { ApiError, NetworkError } from '../../api/errors.ts';

/**
 * What the school publishes, as it was fetched last: for when there is no network. Everybody may read it, so it is kept
 * as it is.
 */
interface KeptCopy<T> {
  /** ISO 8601. */
  at: string;
  content: T;
}

const storage = (name: string) => `formroom.verify ${name}`;

/** The school's keys; null where they were never fetched and cannot be now, or where the school has none. */
export async function readSchoolKeys(): Promise<DidDocument | null> {
  const copy = await freshOrKept('keys', () => call(verificationContract.readDidDocument, {}));
  return (copy?.content as DidDocument | undefined) ?? null;
}

/** A status list by its name, and when it was fetched; null where there is none to be had. */
export async function readStatusList(name: string): Promise<FetchedList | null> {
  const copy = await freshOrKept(name, () => call(verificationContract.readCardStatusList, { list: name }));
  return copy && { credential: copy.content, at: new Date(copy.at) };
}

/** Fetches it; without a network, or while the server is away, gives what was kept. */
async function freshOrKept<T extends object>(name: string, fetchNow: () => Promise<T>): Promise<KeptCopy<T> | null> {
  try {
    const copy = { at: new Date().toISOString(), content: await fetchNow() };
    keep(name, copy);
    return copy;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    if (error instanceof ApiError || error instanceof NetworkError) return kept<T>(name);
    throw error;
  }
}

function keep(name: string, copy: KeptCopy<object>): void {
  try {
    localStorage.setItem(storage(name), JSON.stringify(copy));
  } catch {
    // Storage is full or closed to us: the page then needs the network.
  }
}

function kept<T>(name: string): KeptCopy<T> | null {
  try {
    return JSON.parse(localStorage.getItem(storage(name)) ?? 'null') as KeptCopy<T> | null;
  } catch {
    return null;
  }
}
