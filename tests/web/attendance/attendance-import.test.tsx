import { fireEvent, screen, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { CallRow, Output } from '#shared/http/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { recentActWordings } from '../../../web/undo/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

const { previewImport, importScans, readImportRun } = attendanceContract;
const { listActs: listUndoableScanImports, undoAct: undoImport } = undoContract;

/** Files go by another way than JSON: what was sent of them, and what is answered. */
const sent: { path: string; name: string; key: string | undefined }[] = [];
const answers = new Map<string, () => unknown>();
vi.mock('../../../web/api/call.ts', async (original) => {
  const real = await original<typeof import('../../../web/api/call.ts')>();
  return {
    ...real,
    call: async (row: CallRow, input: { file?: File }, options: { idempotencyKey?: string } = {}) => {
      const answer = answers.get(row.path);
      if (!answer || !input.file) return real.call(row, input as never, options);
      sent.push({ path: row.path, name: input.file.name, key: options.idempotencyKey });
      return answer();
    },
  };
});
// The next test file of this process calls for real.
afterAll(() => void vi.doUnmock('../../../web/api/call.ts'));

freshPageForEachTest();
let server: ContractServer;
const preview: Output<typeof previewImport> = {
  scans: 3,
  added: 2,
  doubled: 1,
  refused_count: 1,
  days: [
    { date: '2025-10-01', scans: 3, added: 2, why: null },
    { date: '2021-09-06', scans: 1, added: 0, why: attendanceWordings.inTheArchive },
  ],
  unknown: [{ id: 'NOBODY', scans: 2 }],
  unknown_count: 1,
  near: [],
  refused: [{ row: 8, reason: attendanceWordings.notATime }],
  notes: [],
  day_order: null,
};
const run = (state: 'running' | 'finished' | 'failed', done: number) => ({
  import: 'A1/import-key-1',
  rows_processed: done,
  total_rows: 2,
  state,
  started_by: 'Ada Office',
  started_at: '2025-10-06T20:00:00.000Z',
  ended_at: null,
});

beforeEach(() => {
  sent.length = 0;
  answers.clear();
  server = startContractServer();
  answerAdmin(server, 'Admin', ['attendanceStudent']);
  server.school.attendance = true;
  answers.set(previewImport.path, () => preview);
  answers.set(importScans.path, () => run('running', 0));
  server.on(readImportRun, () => run('finished', 2));
});

const open = (more = '') => openArea(`/admin/dashboard/student-attendance?act=import${more}`);
const choose = async (name = 'scans.csv') =>
  fireEvent.change(await screen.findByLabelText(attendanceScreenWordings.fileOfScans), {
    target: { files: [new File(['S41,…'], name)] },
  });

describe('Import Scans', () => {
  it('previews what a file adds, day by day, and what is refused', async () => {
    await open();
    await choose();
    const part = within(await screen.findByRole('region', { name: 'What scans.csv adds' }));
    expect(part.getByText(/^2 of 3 scans are new\. 1 row repeats an earlier row\.$/)).toBeTruthy();
    expect(part.getByText('No current student has NOBODY (2).')).toBeTruthy();
    expect(part.getByText(/1 row cannot be read: row 8: Not a time/)).toBeTruthy();
    const rows = part.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows.slice(1)).toEqual([
      ['01-Oct-2025', '3', '2', ''],
      ['06-Sep-2021', '1', '0', attendanceWordings.inTheArchive],
    ]);
    expect(sent.map(({ path }) => path)).toEqual([previewImport.path]);
    fireEvent.click(part.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('region', { name: 'What scans.csv adds' })).toBeNull();
  });

  it('adds it with one key, and has the run in the address', async () => {
    const history = await open();
    await choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Add 2 scans' }));
    await screen.findByText('The scans of 2 students’ days have been added.');
    expect(history.location.search).toContain('import=A1%2Fimport-key-1');
    const added = sent.filter(({ path }) => path === importScans.path);
    expect([added.length, added[0]?.key]).toEqual([1, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('lists imports, undoes one, and lists the days that were left as they are', async () => {
    const act = {
      undo: 'A1/import-key-1',
      what: 'Scans of 2 students’ days imported, 01-Oct-2025',
      name: 'Ada Office',
    };
    let undone_at: string | null = null;
    server.on(listUndoableScanImports, () => [{ ...act, at: '2025-10-06T20:00:00.000Z', undone_at }]);
    server.on(undoImport, () => {
      undone_at = '2025-10-06T20:05:00.000Z';
      const left = ['Ann Bell (S41), 01-Oct-2025: Changed since.', 'Ben Cole (S42), 01-Oct-2025: Changed since.'];
      return { ...undone(...left), left_count: 52 };
    });
    const router = await open('&import=A1%2Fimport-key-1');
    await screen.findByText('The scans of 2 students’ days have been added.');
    const details = screen.getByText('Recent changes').closest('details') as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event('toggle'));
    fireEvent.click(await screen.findByRole('button', { name: `Undo: ${act.what}` }));
    const window = await screen.findByRole('alertdialog', { name: recentActWordings.notAll });
    for (const text of [/^Ann Bell \(S41\), 01-Oct-2025: Changed since\./, /Ben Cole \(S42\)/, /… and 50 more\./])
      within(window).getByText(text);
    fireEvent.click(within(window).getByRole('button', { name: 'OK' }));
    await screen.findByText(/^Undone 06-Oct-2025/);
    await expect.poll(() => screen.queryByText(/have been added/)).toBeNull();
    expect(router.location.search).toBe('?act=import');
  });
});
