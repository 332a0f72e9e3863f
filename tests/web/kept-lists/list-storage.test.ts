import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { AdminSession } from '../../../web/session/session.ts';
import { startContractServer } from '../../support/school/contract-server.ts';
import { storedLists } from './stored-lists.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const sessionWith = (storageKey: string): AdminSession => ({
  ...{ area: 'admin', id: 'A1', name: 'Ada Office', kind: 'Admin', permissions: [] },
  storageKey,
});
const first = 'A'.repeat(43);
const other = `${'B'.repeat(42)}A`;

/** A page of the browser, of the session with this key. */
async function openPage(storageKey: string) {
  vi.resetModules();
  const { setSession } = await import('../../../web/session/session.ts');
  setSession(sessionWith(storageKey));
  return import('../../../web/kept-lists/list-storage.ts');
}

const list = { data: [{ id: 'S01', last_name: 'Aaron' }], tag: '"1"', readAt: Date.UTC(2025, 9, 1, 10, 42) };

/** A page that has kept the list. */
async function keep(storageKey = first) {
  const page = await openPage(storageKey);
  const read = await page.readKeptList('students');
  if (!read) throw new Error('nothing can be kept');
  await page.keepList('students', list, read);
  return page;
}

it('gives a list to the next page of the session, and by its name alone', async () => {
  await keep();
  const page = await openPage(first);
  expect((await page.readKeptList('students'))?.list).toEqual(list);
  expect((await page.readKeptList('student'))?.list).toBeUndefined();
});

it('stores nothing that can be read, no name of a list and no key', async () => {
  await keep();
  const stored = await storedLists();
  expect(stored.entries).toBe(1);
  for (const word of ['Aaron', 'S01', 'student', first, 'A1']) expect(stored.text).not.toContain(word);
});

it('gives nothing to another session, and deletes what it has of the earlier one', async () => {
  await keep();
  const page = await openPage(other);
  expect((await page.readKeptList('students'))?.list).toBeUndefined();
  expect((await storedLists()).entries).toBe(0);
  const again = await openPage(first);
  expect((await again.readKeptList('students'))?.list).toBeUndefined();
});

it('does not keep a list for a session that ended meanwhile', async () => {
  const page = await openPage(first);
  const read = await page.readKeptList('students');
  await page.deleteAllKeptLists();
  if (read) await page.keepList('students', list, read);
  expect((await storedLists()).entries).toBe(0);
});

it('deletes lists when a change is sent, before it is answered, and keeps none that was asked for before it, by another page either', async () => {
  const tab = await keep();
  const read = await tab.readKeptList('students');
  expect(read?.list).toEqual(list);
  await openPage(first);
  const server = startContractServer();
  server.on(authContract.setCsrfCookie, () => ({ ok: true as const }));
  server.on(studentRegisterContract.saveStudent, async ({ id }) => {
    await vi.waitFor(async () => expect((await storedLists()).entries).toBe(0));
    return { id, undo: null };
  });
  await import('../../../web/kept-lists/end-kept-lists.ts');
  const { call } = await import('../../../web/api/call.ts');
  await call(studentRegisterContract.saveStudent, { id: 'S01', last_name: 'Aaron' });
  if (read) await tab.keepList('students', list, read);
  expect((await storedLists()).entries).toBe(0);
});

it('asks for all of a list whose entry is damaged, and keeps it again', async () => {
  const page = await keep();
  await storedLists((entry) => ({ ...(entry as object), bytes: new Uint8Array(40).buffer }));
  const read = await page.readKeptList('students');
  expect(read?.list).toBeUndefined();
  if (read) await page.keepList('students', list, read);
  expect((await page.readKeptList('students'))?.list).toEqual(list);
});

it('keeps nothing where the browser has no storage', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const page = await openPage(first);
  expect(await page.readKeptList('students')).toBeUndefined();
  await page.deleteAllKeptLists();
});
