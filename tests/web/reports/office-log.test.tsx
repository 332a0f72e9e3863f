import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportsContract } from '#shared/reports/contract.ts';
import type { LogLine } from '#shared/reports/office-log.ts';
import { reportScreenWordings } from '#shared/reports/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const line = (change: Partial<LogLine>): LogLine => ({
  key: '2025-11-03T18:05:00.000Z#period#2025#1',
  at: '2025-11-03 14:05:00',
  account_id: 'A1',
  by: 'Ada Office',
  kind: 'terms',
  about: 'Term 1, 2025-2026',
  student_id: null,
  shows_values: true,
  says: 'Changed Possible attendance of Term 1, 2025-2026 from 138 to 146.',
  changes: [{ field: 'Possible attendance', was: '138', now: '146' }],
  ...change,
});
const further = '2025-11-02T09:00:00.000Z#period#2025#1';
const people = [{ account_id: 'A1', name: 'Ada Office' }];
const address = '/admin/dashboard/office-log?month=2025-11';

beforeEach(() => {
  server = startContractServer();
  answerAdmin(server, 'Admin', ['officeLog']);
});

const asked = () => server.callsOf(reportsContract.readOfficeLog).map(({ input }) => input);
const linesShown = async () => (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);

describe('the office log', () => {
  it('says who changed what from what to what, and only which field where the values are not the reader’s', async () => {
    const hidden = line({ key: 'b', kind: 'permissions', about: 'Carl Clerk', shows_values: false });
    const two = [
      { field: 'Term Start', was: null, now: '01-Sep-2025' },
      { field: 'Term End', was: null, now: '12-Dec-2025' },
    ];
    server.on(reportsContract.readOfficeLog, () => ({
      lines: [
        line({}),
        {
          ...hidden,
          says: 'Changed what Carl Clerk may do.',
          changes: [{ field: 'Permissions', was: null, now: null }],
        },
        line({ key: 'c', says: 'Changed Term Start and Term End of Term 1, 2025-2026.', changes: two }),
      ],
      next: null,
      people,
    }));
    await openArea(address);
    expect(await linesShown()).toEqual([
      '03-Nov-2025 14:05Ada OfficeChanged Possible attendance of Term 1, 2025-2026 from 138 to 146.Terms',
      '03-Nov-2025 14:05Ada OfficeChanged what Carl Clerk may do.Administrators and permissions',
      '03-Nov-2025 14:05Ada OfficeChanged Term Start and Term End of Term 1, 2025-2026.' +
        '2 changesTerm Start: blank → 01-Sep-2025Term End: blank → 12-Dec-2025Terms',
    ]);
  });

  it('asks for what the address says, and for one student when the name is pressed', async () => {
    const name = 'Ali, Zoe, Term 1, 2025-2026';
    const about = { kind: 'remarks', about: name, says: `Changed Conduct of ${name}.`, student_id: 'S1' } as const;
    server.on(reportsContract.readOfficeLog, () => ({ lines: [line(about)], next: null, people }));
    await openArea(`${address}&day=2025-11-03&kind=remarks&person=A1`);
    await linesShown();
    const question = { month: '2025-11', day: '2025-11-03', kind: 'remarks', account_id: 'A1' };
    expect(asked()).toEqual([question]);
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Student' }).value).toBe('Ali, Zoe'),
    );
    expect(asked().at(-1)).toEqual({ ...question, student_id: 'S1' });
  });

  it('goes on to earlier changes, and looks further back where a page has none that are wanted', async () => {
    server.on(reportsContract.readOfficeLog, ({ after }) =>
      after === undefined ? { lines: [], next: further, people } : { lines: [line({})], next: null, people },
    );
    await openArea(address);
    const isOffered = () => screen.queryByText('Students of the lines shown so far, or any student’s ID.') !== null;
    await waitFor(() => expect(isOffered()).toBe(true));
    fireEvent.click(await screen.findByRole('button', { name: reportScreenWordings.lookFurtherBack }));
    expect(await linesShown()).toHaveLength(1);
    expect(asked().at(-1)).toEqual({ month: '2025-11', after: further });
    expect(screen.queryByRole('button', { name: reportScreenWordings.showEarlierChanges })).toBeNull();
    expect(isOffered()).toBe(false);
  });

  it('asks for every line about an ID that none of the loaded lines has, and for no name that it does not know', async () => {
    server.on(reportsContract.readOfficeLog, () => ({ lines: [line({})], next: further, people }));
    await openArea(address);
    await linesShown();
    const field = screen.getByRole('combobox', { name: 'Student' });
    fireEvent.change(field, { target: { value: 'Chan' } });
    expect(screen.getByText(/^No line shown so far is about this student/)).toBeTruthy();
    fireEvent.change(field, { target: { value: '01563' } });
    fireEvent.click(screen.getByRole('option', { name: 'Every line about the ID 01563' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ month: '2025-11', student_id: '01563' }));
  });
});
