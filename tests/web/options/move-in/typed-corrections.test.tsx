import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, expect, it, vi } from 'vitest';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

// No browser is here that reports the progress of an upload: what is sent is the same.
vi.mock('../../../../web/api/send-with-progress.ts', () => ({
  sendWithProgress: (url: string, sending: RequestInit) => fetch(url, sending),
}));
// The next test file of this process sends for real.
afterAll(() => void vi.doUnmock('../../../../web/api/send-with-progress.ts'));

freshPageForEachTest();
const { listActs, previewMoveIn, startMoveIn } = moveInContract;

const row = (number: number, text: string): MoveInPreview['rows'][number] => ({
  kind: 'teachers',
  sheet: 'Teachers',
  row: number,
  state: 'refused',
  what: `Row ${number}`,
  note: 'It has no date of birth.',
  fix: { field: 'dob', label: 'Date of Birth', column: 'D', text },
});
const preview: MoveInPreview = {
  sheets: [],
  day_order: null,
  names: [],
  alike: [{ kind: 'near id', question: 'Are they the same?', rows: 2, answer: null }],
  counts: [{ kind: 'teachers', new: 1, changed: 0, same: 0, refused: 2 }],
  rows: [row(2, ''), row(3, '')],
  notes: [],
  choices: [],
  plan: 'a'.repeat(64),
};

it('keeps what is typed through a failure and another answer, and does not store without it unasked', async () => {
  const server = startContractServer();
  server.school.options = ['move-in'];
  answerAdmin(server, 'Admin', ['employees', 'students', 'studentSubjects']);
  server.on(listActs, () => []);
  const said: unknown[] = [];
  let isAway = false;
  server.on(previewMoveIn, (input) => {
    said.push(input.said);
    return isAway ? refuseWith(503, 'Not now.') : preview;
  });
  let stored = 0;
  server.on(startMoveIn, () => {
    stored += 1;
    return refuseWith(409, 'Changed.');
  });
  await openArea('/admin/dashboard/move-in');
  const file = await screen.findByLabelText(wordings.fileOfSchool);
  fireEvent.change(file, { target: { files: [new File(['x'], 'teachers.xlsx')] } });
  const cell = async (of: string): Promise<HTMLInputElement> =>
    screen.findByLabelText(`Date of Birth of Teachers, row ${of}`);
  fireEvent.change(await cell('2'), { target: { value: '3 May 1980' } });

  isAway = true;
  fireEvent.click(screen.getByRole('button', { name: wordings.check(1) }));
  await screen.findByText(/Not now\./);
  expect((await cell('2')).value).toBe('3 May 1980');

  fireEvent.click(screen.getByRole('button', { name: wordings.store(1) }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(stored).toBe(0);
  expect((await cell('2')).value).toBe('3 May 1980');

  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(said).toHaveLength(3));
  expect(said[2]).toMatchObject({ alike: { 'near id': 'yes' }, cells: { 'Teachers\n2\ndob': '3 May 1980' } });
  await waitFor(() => expect(screen.getByRole('button', { name: wordings.check(0) })).toBeTruthy());
});
