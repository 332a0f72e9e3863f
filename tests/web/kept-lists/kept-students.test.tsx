import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { holdClock } from '../../support/clock.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin, outboxKey } from '../session-answers.ts';
import { storedLists } from './stored-lists.ts';

freshPageForEachTest();

const { listAllStudents, listColumnPresets, listHouses, readStudentChoices, listStudentActs } = studentRegisterContract;
let server: ContractServer;
let device: IDBFactory;
let students: StudentRow[];
let tag: string;
/** Held back while it is there. */
let answering: PromiseWithResolvers<void> | undefined;

const ana = { id: '0002', last_name: 'Núñez', first_name: 'Ana', class_id: '4B' };
const carl = { id: '0003', last_name: 'Abel', first_name: 'Carl', class_id: '4A' };

beforeEach(() => {
  device = new IDBFactory();
  [students, tag, answering] = [[ana, carl], '"1"', undefined];
  vi.stubGlobal('indexedDB', device);
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['students']);
  server.on(listHouses, () => []);
  server.on(readStudentChoices, () => ({ classes: [], codes: [], today: '2025-10-01' }));
  server.on(listColumnPresets, () => []);
  server.on(listStudentActs, () => []);
  server.setTag(listAllStudents, () => tag);
  server.on(listAllStudents, async () => {
    await answering?.promise;
    return { current_students: students, archived_students: null, next: null };
  });
  return () => vi.useRealTimers();
});

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const note = () => screen.queryByText(/^As of /)?.textContent;

/** The browser is closed and opened again, or the page loaded again, with what the device keeps. */
async function openAgain(): Promise<void> {
  cleanup();
  vi.resetModules();
  const before = server.callsOf(listAllStudents).length;
  await openArea('/admin/dashboard/students');
  await waitFor(() => expect(server.callsOf(listAllStudents).length).toBeGreaterThan(before));
}

/** A first page, which has kept its list. */
async function openFirst(): Promise<void> {
  await openArea('/admin/dashboard/students');
  await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana']));
  await waitFor(async () => expect((await storedLists()).entries).toBe(1));
}

it('shows the rows of an earlier page with their age, then the changed row in its place under the typing', async () => {
  const clock = holdClock();
  vi.setSystemTime(new Date('2025-10-01T10:42:00Z'));
  await openFirst();
  clock.passMinutes(20);
  answering = Promise.withResolvers();
  students = [{ ...ana, last_name: 'Nadir' }, carl];
  tag = '"2"';
  await openAgain();
  await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana']));
  expect(note()).toBe('As of 10:42');
  expect(server.callsOf(listAllStudents).at(-1)?.headers.get('if-none-match')).toBe('"1"');
  const field = screen.getByRole('searchbox');
  field.focus();
  await act(async () => fireEvent.change(field, { target: { value: 'a' } }));
  const row = screen.getByRole('rowheader', { name: 'Abel, Carl' });
  await act(async () => answering?.resolve());
  await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Nadir, Ana']));
  expect(note()).toBeUndefined();
  expect([document.activeElement === field, (field as HTMLInputElement).value]).toEqual([true, 'a']);
  expect(screen.getByRole('rowheader', { name: 'Abel, Carl' })).toBe(row);
});

it('takes the rows of a changed class alone, in their place, and keeps the whole list for the next page', async () => {
  await openFirst();
  expect(server.callsOf(listAllStudents).at(-1)?.input).not.toHaveProperty('changed_only');
  const [bea, dan] = [
    { id: '0004', last_name: 'Mohan', first_name: 'Bea', class_id: '4B' },
    { id: '0001', last_name: 'Zephyr', first_name: 'Dan', class_id: '4A' },
  ];
  // Bea is new in 4B, Carl has moved there from 4A, and Ana has left. Of 4A the server answers nothing.
  students = [bea, { ...carl, class_id: '4B' }];
  server.on(listAllStudents, ({ changed_only }) => ({
    ...{ current_students: students, archived_students: null, next: null },
    ...(changed_only ? { unchanged: ['4A'] } : {}),
  }));
  tag = '"2"';
  await openAgain();
  await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Mohan, Bea']));
  // Dan comes into 4A, and 4B is as it was.
  server.on(listAllStudents, () => ({
    ...{ current_students: [dan], archived_students: null, next: null, unchanged: ['4B'] },
  }));
  tag = '"3"';
  await waitFor(async () => {
    await openAgain();
    expect(server.callsOf(listAllStudents).at(-1)?.headers.get('if-none-match')).toBe('"2"');
  });
  expect(server.callsOf(listAllStudents).at(-1)?.input).toHaveProperty('changed_only', '1');
  await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Mohan, Bea', 'Zephyr, Dan']));
  expect(note()).toBeUndefined();
});

it('stays where the server answers that nothing has changed, and has no age then', async () => {
  await openFirst();
  answering = Promise.withResolvers();
  // The answer comes without a list.
  server.on(listAllStudents, async () => {
    await answering?.promise;
    return { current_students: [], archived_students: null, next: null };
  });
  await openAgain();
  await waitFor(() => expect(note()).toMatch(/^As of/));
  await act(async () => answering?.resolve());
  await waitFor(() => expect(note()).toBeUndefined());
  expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana']);
});

it('stays without an answer, and says so', async () => {
  await openFirst();
  server.on(listAllStudents, () => {
    throw new Error('no connection');
  });
  await openAgain();
  await waitFor(() => expect(note()).toMatch(/^As of .*\. Unable to connect to the server\.$/));
  expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana']);
});

it('stays with the names of its houses where nothing else of the screen is answered either', async () => {
  students = [{ ...carl, house_code: 'R' }];
  server.on(listHouses, () => [{ id: 'R', name: 'Rubies', color: '#f00' }]);
  for (const row of [listHouses, readStudentChoices]) server.setTag(row, () => '"1"');
  await openArea('/admin/dashboard/students');
  await screen.findByText('Rubies');
  await waitFor(async () => expect((await storedLists()).entries).toBe(3));
  for (const row of [listAllStudents, listHouses, readStudentChoices])
    server.on(row, () => {
      throw new Error('no connection');
    });
  for (const row of [listAllStudents, listHouses, readStudentChoices]) server.setTag(row, () => '"2"');
  await openAgain();
  await screen.findByText('Rubies');
  expect([names(), note()]).toEqual([['Abel, Carl'], expect.stringMatching(/^As of/)]);
});

it('is gone where the right to it was taken away', async () => {
  await openFirst();
  server.on(listAllStudents, () => refuseWith(403, authRefusals.forbidden));
  await openAgain();
  await screen.findByText('The students could not be loaded.');
  expect(names()).toEqual([]);
  await waitFor(async () => expect((await storedLists()).entries).toBe(0));
});

it('is not shown to somebody who has lost the menu meanwhile, and nobody asks for it', async () => {
  await openFirst();
  const asked = server.callsOf(listAllStudents).length;
  answerAdmin(server, 'Admin', ['employees']);
  cleanup();
  vi.resetModules();
  await openArea('/admin/dashboard/students');
  await screen.findAllByRole('button', { name: 'Logout' });
  expect([names(), note(), server.callsOf(listAllStudents).length]).toEqual([[], undefined, asked]);
});

it('is never shown older than a change of the user’s own', async () => {
  await openFirst();
  const { call } = await import('../../../web/api/call.ts');
  server.on(studentRegisterContract.saveStudent, ({ id }) => ({ id, undo: null }));
  await call(studentRegisterContract.saveStudent, { id: '0002', last_name: 'Nadir' });
  await waitFor(async () => expect((await storedLists()).entries).toBe(0));
  students = [{ ...ana, last_name: 'Nadir' }, carl];
  tag = '"2"';
  answering = Promise.withResolvers();
  await openAgain();
  expect([names(), server.callsOf(listAllStudents).at(-1)?.headers.get('if-none-match')]).toEqual([[], null]);
  await act(async () => answering?.resolve());
  await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Nadir, Ana']));
});

it.each([
  ['a sign-out', async () => (await import('../../../web/session/sign-out.ts')).logOut({ discards: false })],
  ['an idle end', async () => (await import('../../../web/session/sign-out.ts')).signOutForInactivity()],
  [
    'an end on the server',
    async () => {
      const { signalSessionEnded } = await import('../../../web/api/session-signals.ts');
      const { watchSession } = await import('../../../web/session/sign-out.ts');
      watchSession();
      signalSessionEnded();
    },
  ],
])('is deleted from the device by %s', async (_, end) => {
  await openFirst();
  await act(end);
  await waitFor(async () => expect((await storedLists()).entries).toBe(0));
});

it('is not shown to another person, nor in another session', async () => {
  await openFirst();
  server.on(authContract.readAdminPermissions, () => ({
    ...{ user_admin_id: 'A2', name: 'Carl Clerk', user_admin: 'Admin' as const },
    ...{ permissions: [{ menu: 'students' as const, action: null }], storage_key: `${'B'.repeat(42)}A` },
    outbox_key: outboxKey,
  }));
  answering = Promise.withResolvers();
  await openAgain();
  expect([names(), (await storedLists()).entries]).toEqual([[], 0]);
  await act(async () => answering?.resolve());
  await waitFor(() => expect(names()).toHaveLength(2));
});
