import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { keyScreenWordings, keyWordings } from '#shared/options/oneroster/key-wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin, outboxKey } from '../../session-answers.ts';

freshPageForEachTest();
const { listRosterKeys, addRosterKey, endRosterKey } = onerosterContract;
type Answer = Output<typeof listRosterKeys>;
type Key = Answer['keys'][number];
let server: ContractServer;
let answer: Answer;

const library: Key = {
  id: 'KEY1',
  name: 'Library',
  reads: ['people', 'marks'],
  made_at: '2025-10-01T11:50:00.000Z',
  made_by: 'Ada Office',
  last_used: '2025-10-02T06:00:00.000Z',
  ended_at: null,
  readings: [
    { list: 'rostering/students', requests: 10, records: 1000 },
    { list: 'rostering/orgs', requests: 1, records: 1 },
  ],
};

beforeEach(() => {
  server = startContractServer();
  answerAdmin(server, 'Admin', ['employees']);
  server.on(authContract.readAdminPermissions, () => ({
    user_admin_id: 'A1',
    name: 'Ada Office',
    user_admin: 'Admin' as const,
    permissions: [
      { menu: 'employees' as const, action: null },
      { menu: 'employees' as const, action: 'manageAdmins' },
    ],
    outbox_key: outboxKey,
  }));
  answer = { keys: [library], parts: ['people', 'demographics', 'marks'], address: 'https://school.example' };
  server.on(listRosterKeys, () => answer);
});

const open = () => openArea('/admin/dashboard/oneroster?show=keys');
const row = async (name: RegExp) => screen.findByRole('row', { name });
const nameField = () => screen.findByLabelText(keyScreenWordings.newKey);
const make = () => fireEvent.click(screen.getByRole('button', { name: keyScreenWordings.make }));

describe('the keys of other systems', () => {
  it('are listed with what they may read, when they last did, and how much', async () => {
    await open();
    const line = await row(/Library/);
    for (const text of ['people and classes, marks', '02-Oct-2025', '1,001 records', 'Ada Office'])
      expect(line.textContent).toContain(text);
  });

  it('show the secret of a new one once, with the addresses that the other system needs', async () => {
    server.on(addRosterKey, ({ name, reads }) => {
      const key = { ...library, id: 'KEY2', name, reads, last_used: null, readings: [] };
      answer = { ...answer, keys: [library, key] };
      return { key, secret: 'a-secret-of-43-letters' };
    });
    await open();
    fireEvent.change(await nameField(), { target: { value: 'Canteen' } });
    fireEvent.click(screen.getByRole('checkbox', { name: keyScreenWordings.parts.marks }));
    make();
    const made = await screen.findByRole('region', { name: 'The key for Canteen is ready' });
    expect(document.activeElement?.textContent).toBe('The key for Canteen is ready');
    for (const text of [
      'https://school.example/ims/oneroster',
      'https://school.example/ims/oauth2/token',
      'KEY2',
      'a-secret-of-43-letters',
    ])
      expect(made.textContent).toContain(text);
    expect(server.callsOf(addRosterKey).map(({ input }) => input)).toEqual([
      { name: 'Canteen', reads: ['people', 'marks'] },
    ]);
    expect((await row(/Canteen/)).textContent).toContain(keyScreenWordings.never);
    fireEvent.click(within(made).getByRole('button', { name: keyScreenWordings.done }));
    expect(document.body.textContent).not.toContain('a-secret-of-43-letters');
    expect(document.activeElement?.textContent).toContain(keyScreenWordings.about);
  });

  it('need a name and something to read, and say so before anything is sent', async () => {
    await open();
    const field = await nameField();
    make();
    expect(await screen.findByText(keyWordings.nameIt)).toBeTruthy();
    fireEvent.change(field, { target: { value: 'Canteen' } });
    fireEvent.click(screen.getByRole('checkbox', { name: keyScreenWordings.parts.people }));
    make();
    expect(await screen.findByText(keyWordings.chooseOne)).toBeTruthy();
    expect(server.callsOf(addRosterKey)).toEqual([]);
  });

  it('are another request with another choice, and the same one again after a lost answer', async () => {
    server.on(addRosterKey, () => refuseWith(503, 'Later.'));
    await open();
    fireEvent.change(await nameField(), { target: { value: 'Canteen' } });
    const attempts = () => server.callsOf(addRosterKey).map(({ headers }) => headers.get('idempotency-key'));
    make();
    expect(await screen.findByText('Later.')).toBeTruthy();
    make();
    await waitFor(() => expect(attempts()).toHaveLength(2));
    expect(attempts()[1]).toBe(attempts()[0]);
    fireEvent.click(screen.getByRole('checkbox', { name: keyScreenWordings.parts.marks }));
    make();
    await waitFor(() => expect(attempts()).toHaveLength(3));
    expect(attempts()[2]).not.toBe(attempts()[0]);
  });

  it('are ended after a question, and stay in the list', async () => {
    server.on(endRosterKey, ({ id }) => {
      expect(id).toBe('KEY1');
      const ended = { ...library, ended_at: '2025-10-03T12:00:00.000Z' };
      answer = { ...answer, keys: [ended] };
      return ended;
    });
    await open();
    fireEvent.click(within(await row(/Library/)).getByRole('button', { name: 'End: Library' }));
    const question = await screen.findByRole('alertdialog', { name: keyScreenWordings.endTitle('Library') });
    expect(server.callsOf(endRosterKey)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: keyScreenWordings.endNow }));
    await waitFor(async () => expect((await row(/Library/)).textContent).toContain(keyScreenWordings.ended));
    expect(within(await row(/Library/)).queryByRole('button')).toBeNull();
    expect((await row(/Library/)).textContent).toMatch(/since 03-Oct-2025/);
  });

  it('say what they need in a school without an address of its own', async () => {
    answer = { keys: [], parts: ['people', 'marks'], address: null };
    await open();
    expect(await screen.findByText(keyScreenWordings.noAddress)).toBeTruthy();
    expect(screen.queryByRole('button', { name: keyScreenWordings.make })).toBeNull();
    expect(screen.queryByText(keyScreenWordings.noneText)).toBeNull();
  });

  it('offer dates of birth only where the school gives them out', async () => {
    answer = { keys: [], parts: ['people', 'marks'], address: 'https://school.example' };
    await open();
    expect(await screen.findByText(keyScreenWordings.none)).toBeTruthy();
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  });
});
