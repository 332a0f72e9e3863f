import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import type { Output } from '#shared/http/contract.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { onerosterWordings, rosterFileWordings as wordings } from '#shared/options/oneroster/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin, outboxKey } from '../../session-answers.ts';

freshPageForEachTest();
const { readRosterFiles, startRosterFile } = onerosterContract;
type Answer = Output<typeof readRosterFiles>;

const run = {
  rows_processed: 0,
  total_rows: 1,
  state: 'running' as const,
  started_by: 'Ada Office',
  started_at: '2026-05-20T08:00:00.000Z',
  ended_at: null,
};
const file: Answer['files'][number] = {
  made_at: '2026-05-20T08:00:00.000Z',
  since: null,
  is_whole_instead: false,
  by: 'Ada Office',
  bytes: 2_060_344,
  rows: [
    { file: 'users.csv', rows: 1064 },
    { file: 'results.csv', rows: 48_517 },
  ],
  lacks_terms: false,
  link: 'https://files.test/roster.zip',
  until: '2026-06-03T08:00:00.000Z',
};
const ofNight = { ...file, made_at: '2026-05-19T06:20:00.000Z', by: null };
const nothing: Answer = { run: null, files: [], is_nightly: false, has_demographics: false };

let server: ContractServer;
beforeEach(() => {
  server = startContractServer();
  server.school.options = ['move-in', 'oneroster'];
  answerAdmin(server, 'Admin', ['employees']);
});

function mayManage(): void {
  const permissions = [null, manageAdminsAction].map((action) => ({ menu: 'employees' as const, action }));
  server.on(authContract.readAdminPermissions, () => ({
    user_admin_id: 'A1',
    name: 'Ada Office',
    user_admin: 'Admin' as const,
    permissions,
    outbox_key: outboxKey,
  }));
}

async function openScreen(answer: Answer): Promise<void> {
  mayManage();
  server.on(readRosterFiles, () => answer);
  await openArea('/admin/dashboard/oneroster');
  await screen.findByRole('heading', { level: 1, name: onerosterWordings.title });
}

describe('files of OneRoster that go out', () => {
  it('are none at first; one is begun, and is said to be made', async () => {
    await openScreen(nothing);
    await screen.findByText(wordings.none);
    expect(screen.getByText(/no dates of birth/)).toBeTruthy();
    server.on(startRosterFile, () => {
      server.on(readRosterFiles, () => ({ ...nothing, run }));
      return { rows_processed: 0, total_rows: 1, state: 'running' as const };
    });
    fireEvent.click(screen.getByRole('button', { name: wordings.make }));
    await screen.findByText(wordings.making('Ada Office'));
    expect(server.callsOf(startRosterFile)).toHaveLength(1);
  });

  it('are listed with their maker, what they have and a link', async () => {
    const ended = { ...run, rows_processed: 1, state: 'finished' as const, ended_at: run.started_at };
    await openScreen({ run: ended, files: [file, ofNight], is_nightly: true, has_demographics: true });
    const table = within(await screen.findByRole('region', { name: wordings.files }));
    expect(table.getByText('Ada Office')).toBeTruthy();
    expect(table.getByText('at night')).toBeTruthy();
    expect(table.getAllByText('49,581 rows in 2 files')).toHaveLength(2);
    const [link] = table.getAllByRole<HTMLAnchorElement>('link');
    expect([link?.href, link?.textContent]).toEqual([file.link, 'Download, 2.1 MB']);
    expect(screen.queryByText(/no dates of birth/)).toBeNull();
    expect(screen.getByText(wordings.nightly, { exact: false })).toBeTruthy();
    expect(screen.getByRole('button', { name: wordings.again })).toBeTruthy();
  });

  it('have changes alone where those since a kept file are chosen, and say so', async () => {
    const ended = { ...run, rows_processed: 1, state: 'finished' as const, ended_at: run.started_at };
    const changes = { ...file, made_at: '2026-05-20T09:00:00.000Z', since: ofNight.made_at, rows: [] };
    const instead = { ...file, made_at: '2026-05-18T09:00:00.000Z', is_whole_instead: true };
    const twin = { ...ofNight, since: '2026-05-18T06:20:00.000Z' };
    await openScreen({ ...nothing, run: ended, files: [changes, file, ofNight, twin, instead] });
    const table = within(await screen.findByRole('region', { name: wordings.files }));
    const told = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
    expect(told).toEqual([
      expect.stringMatching(/^Changes since .*May/),
      wordings.whole,
      wordings.whole,
      expect.stringMatching(/^Changes since/),
      wordings.instead,
    ]);
    expect(table.getByText('Nothing changed')).toBeTruthy();
    server.on(startRosterFile, () => ({ rows_processed: 0, total_rows: 1, state: 'running' as const }));
    fireEvent.click(screen.getByRole('combobox', { name: wordings.what }));
    const choices = await screen.findAllByRole('option');
    // Both of a night are of one moment.
    expect(choices).toHaveLength(5);
    const [, , , ofThatNight = choices[0]] = choices;
    expect(ofThatNight?.textContent).toMatch(/^Changes since .*, at night$/);
    fireEvent.pointerDown(ofThatNight as HTMLElement);
    fireEvent.click(ofThatNight as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: wordings.again }));
    await waitFor(() => expect(server.callsOf(startRosterFile)).toMatchObject([{ input: { since: ofNight.made_at } }]));
  });

  it('of more nights than a list shows at once are found by typing', async () => {
    const nights = Array.from({ length: 14 }, (_, n) => ({
      ...ofNight,
      made_at: `2026-05-${String(n + 5).padStart(2, '0')}T06:20:00.000Z`,
    }));
    await openScreen({ ...nothing, files: nights });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: wordings.what });
    expect(field.value).toBe(wordings.everything);
    server.on(startRosterFile, () => ({ rows_processed: 0, total_rows: 1, state: 'running' as const }));
    fireEvent.change(field, { target: { value: '12-May' } });
    const [choice, ...more] = await screen.findAllByRole('option');
    expect([choice?.textContent, more]).toEqual([expect.stringMatching(/^Changes since 12-May-2026.*, at night$/), []]);
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: wordings.make }));
    await waitFor(() => expect(server.callsOf(startRosterFile)).toHaveLength(1));
    expect(server.callsOf(startRosterFile)).toMatchObject([{ input: { since: '2026-05-12T06:20:00.000Z' } }]);
  });

  it('say that terms without dates leave out classes', async () => {
    await openScreen({ ...nothing, files: [{ ...file, lacks_terms: true }] });
    await screen.findByText(wordings.lacksTerms);
  });

  it('are begun again where one stopped, and say why that is refused', async () => {
    await openScreen({ ...nothing, run: { ...run, state: 'failed' } });
    await screen.findByText(wordings.stopped);
    server.on(startRosterFile, () => refuseWith(409, 'Not now.'));
    fireEvent.click(screen.getByRole('button', { name: wordings.goOn }));
    await waitFor(() => expect(screen.getByText(/Not now\./)).toBeTruthy());
  });
});

describe('the menu entry', () => {
  it('is for those who may manage administrators, and in a school that has the option', async () => {
    server.on(readRosterFiles, () => nothing);
    await openArea('/admin/dashboard');
    await screen.findByRole('link', { name: 'Teachers' });
    expect(screen.queryByRole('link', { name: onerosterWordings.title })).toBeNull();
  });

  it('is not in a school without the option', async () => {
    server.school.options = ['move-in'];
    mayManage();
    await openArea('/admin/dashboard');
    await screen.findByRole('link', { name: 'Teachers' });
    expect(screen.queryByRole('link', { name: onerosterWordings.title })).toBeNull();
  });
});
