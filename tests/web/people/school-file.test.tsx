import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#shared/accounts/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { wholeSchoolWordings } from '#shared/school/wordings.ts';
import { refuseWith } from '../../support/school/contract-server.ts';
import { may, open, own, server, startTeachersForEachTest } from './teachers-world.ts';

startTeachersForEachTest();

type Answer = Output<typeof termsContract.readSchoolFile>;
const run = {
  rows_processed: 12,
  total_rows: 57,
  state: 'running' as const,
  started_by: 'Ada Office',
  started_at: '2026-05-20T08:00:00.000Z',
  ended_at: null,
};
const ended = { ...run, rows_processed: 57, state: 'finished' as const, ended_at: '2026-05-20T08:01:00.000Z' };
const file = {
  link: 'https://files.test/school.zip',
  bytes: 12_169_400,
  records: 95_391,
  files: 583,
  fingerprint: '3F2A-11D0-5C7E-8B41-90CC',
  until: '2026-05-27T08:00:00.000Z',
};

beforeEach(() => {
  may([
    { menu: 'employees', action: null },
    { menu: 'employees', action: 'manageAdmins' },
  ]);
  server.on(accountsContract.listAdministrators, () => [own]);
});

async function openWindow(answer: Answer) {
  server.on(termsContract.readSchoolFile, () => answer);
  await open('?tab=administrators');
  fireEvent.click(await screen.findByRole('button', { name: wholeSchoolWordings.title }));
  return within(await screen.findByRole('dialog', { name: wholeSchoolWordings.title }));
}

describe('the school in a file', () => {
  it('says what it would be, and begins it', async () => {
    const window = await openWindow({ run: null, file: null });
    await window.findByText(wholeSchoolWordings.whatItIs);
    server.on(termsContract.startSchoolFile, () => {
      server.on(termsContract.readSchoolFile, () => ({ run, file: null }));
      return { rows_processed: 0, total_rows: 57, state: 'running' as const };
    });
    fireEvent.click(window.getByRole('button', { name: 'Make File' }));
    await window.findByText('Making the file, started by Ada Office');
    expect(window.getByText('12 of 57')).toBeTruthy();
    expect(server.callsOf(termsContract.startSchoolFile)).toHaveLength(1);
  });

  it('has the link, what is in it, and the key that signed it', async () => {
    const window = await openWindow({ run: ended, file });
    const link = await window.findByRole<HTMLAnchorElement>('link', { name: 'Download, 12.2 MB' });
    expect(link.href).toBe(file.link);
    expect(window.getByText(/95,391 records and 583 files/)).toBeTruthy();
    expect(window.getByText(file.fingerprint)).toBeTruthy();
    expect(window.getByRole('button', { name: 'Make Again' })).toBeTruthy();
  });

  it('goes on with one that stopped, says why none was begun, and that one was deleted', async () => {
    const window = await openWindow({ run: { ...ended, state: 'failed' }, file: null });
    await window.findByText(wholeSchoolWordings.stopped);
    server.on(termsContract.startSchoolFile, () => refuseWith(409, 'It is being made.'));
    fireEvent.click(window.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(window.getByText(new RegExp(wholeSchoolWordings.notStarted))).toBeTruthy());
  });

  it('says that a file is deleted after its days', async () => {
    const window = await openWindow({ run: ended, file: null });
    await window.findByText(wholeSchoolWordings.deleted);
  });
});
