import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openPart, setSessionOf, storeDraft } from '../page.tsx';
import { okAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const list = {
  heading: ['Row', 'Reason', 'Last Name'],
  lines: [['4', 'Class: The school has no class “9Z”.', 'Ali']],
};

beforeEach(async () => {
  await setSessionOf('A1');
  server = startContractServer();
  server.on(authContract.setCsrfCookie, () => okAnswer);
  server.on(undoContract.listActs, () => []);
});

/** The window as a page that was loaded again opens it. */
async function open() {
  const { default: UploadWindow } = await import('../../../web/features/students/upload/upload-window.tsx');
  const { ModalOutlet } = await import('../../../web/ui/overlays/modal.tsx');
  const onClose = vi.fn();
  await openPart(
    <QueryClientProvider client={new QueryClient()}>
      <UploadWindow onClose={onClose} />
      <ModalOutlet />
    </QueryClientProvider>,
  );
  return onClose;
}

const keep = (name: string, value: unknown) => storeDraft('A1', name, value);

/** Of the file that Download List saves. */
async function savedText(): Promise<string | undefined> {
  const saved: Blob[] = [];
  // The test DOM would follow the link, and the files after this one, which share the process, would be at no address.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  fireEvent.click(screen.getByRole('button', { name: 'Download List' }));
  vi.restoreAllMocks();
  return saved[0]?.text();
}

it('shows the left-out rows after a reload during an upload, with those that the server refused', async () => {
  await keep('student-upload/left-out', list);
  await keep('run/student-upload', {
    input: { upload: 'A1/upload-1' },
    idempotencyKey: 'key-of-before',
    startedAt: Date.now(),
    rows_processed: 1,
    total_rows: 2,
  });
  const rows = [
    { row: 2, id: '00077', error: 0, message: null },
    { row: 3, id: '', error: 1, message: 'Town was changed meanwhile.' },
  ];
  const end = { rows_processed: 2, total_rows: 2, state: 'finished' as const, upload: 'A1/upload-1', rows };
  server.on(studentSpreadsheetsContract.readStudentUploadProgress, () => end as never);
  const onClose = await open();
  await screen.findByText(/2 rows were left out/);
  expect(
    (await savedText())
      ?.split('\r\n')
      .slice(0, 3)
      .map((line) => line.replace('\ufeff', '')),
  ).toEqual([
    '"Row","Reason","Last Name"',
    '"3","Town was changed meanwhile."',
    '"4","Class: The school has no class “9Z”.","Ali"',
  ]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
  const { readDraft } = await import('../../../web/session/drafts.ts');
  expect(readDraft('A1', 'student-upload/left-out')).toBeUndefined();
});

it('shows them after a reload at the end, until they are dismissed', async () => {
  await keep('student-upload/left-out', list);
  await open();
  await screen.findByText(/1 row was left out/);
  expect(await savedText()).toContain('"4","Class: The school has no class “9Z”.","Ali"');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/left out/)).toBeNull());
  const { readDraft } = await import('../../../web/session/drafts.ts');
  expect(readDraft('A1', 'student-upload/left-out')).toBeUndefined();
});

it('asks before an upload is undone, and shows the progress', async () => {
  const { listActs: listStudentUploads, undoAct: undoStudentUpload } = undoContract;
  const act = { undo: 'A1/upload-1', what: '1,000 students uploaded', name: 'Ada', at: '2026-01-05T10:00:00.000Z' };
  server.on(listStudentUploads, () => [{ ...act, undone_at: null }]);
  const running = { ...undone(), state: 'running' as const, rows_processed: 250, total_rows: 1000 };
  server.on(undoStudentUpload, () => running);
  await open();
  const recent = (await screen.findByText('Recent changes')).closest('details') as HTMLDetailsElement;
  recent.open = true;
  fireEvent(recent, new Event('toggle'));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: 1,000 students uploaded' }));
  await screen.findByText(/^1,000 students uploaded\. Students who were added are removed/);
  expect(server.callsOf(undoStudentUpload)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo Upload' }));
  await screen.findByText('250 of 1,000');
});
