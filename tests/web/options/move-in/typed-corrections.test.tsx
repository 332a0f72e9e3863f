import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, expect, it, vi } from 'vitest';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInWordings, moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { termsContract } from '#shared/school/contract.ts';
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
  counts: [{ kind: 'teachers', new: 1, changed: 0, removed: 0, same: 0, refused: 2 }],
  rows: [row(2, ''), row(3, '')],
  notes: [],
  choices: [],
  plan: 'a'.repeat(64),
};

it('keeps what is typed through a failure and another answer, and does not store without it', async () => {
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

  // What is typed is checked first: there is nothing to store before.
  expect(screen.queryByRole('button', { name: wordings.store(1) })).toBeNull();
  expect(stored).toBe(0);

  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(said).toHaveLength(3));
  expect(said[2]).toMatchObject({ alike: { 'near id': 'yes' }, cells: { 'Teachers\n2\ndob': '3 May 1980' } });

  // The school is not as it was: that is said beside the button, and the list is made again.
  fireEvent.click(await screen.findByRole('button', { name: wordings.store(1) }));
  await screen.findByText('Changed.');
  expect(stored).toBe(1);
  await waitFor(() => expect(said).toHaveLength(4));
});

it('answers the next question while the file is still read, shows each answer, and keeps the focus', async () => {
  const server = startContractServer();
  server.school.options = ['move-in'];
  answerAdmin(server, 'Admin', ['employees', 'students', 'studentSubjects']);
  server.on(listActs, () => []);
  server.on(termsContract.readTermOverview, () => ({ terms: [], current_term: null, terms_archive: [] }));
  const said: unknown[] = [];
  server.on(previewMoveIn, (input) => {
    said.push(input.said);
    const [one] = preview.alike;
    const asked = [one, { ...one, kind: 'far id', question: 'Is that right?' }] as MoveInPreview['alike'];
    return said.length === 1 ? { ...preview, alike: asked } : new Promise(() => {});
  });
  await openArea('/admin/dashboard/move-in');
  await screen.findByText(wordings.noTerm, { exact: false });
  const file = await screen.findByLabelText(wordings.fileOfSchool);
  fireEvent.change(file, { target: { files: [new File(['x'], 'teachers.xlsx')] } });
  const button = async (index: number) => (await screen.findAllByRole('button', { name: 'Yes' }))[index] as HTMLElement;
  for (const index of [0, 1]) {
    (await button(index)).focus();
    fireEvent.click(await button(index));
    expect(document.activeElement).toBe(await button(index));
  }
  await waitFor(() => expect(said).toHaveLength(3));
  expect(said[2]).toMatchObject({ alike: { 'near id': 'yes', 'far id': 'yes' } });
  expect(screen.getAllByText(wordings.answered('yes'))).toHaveLength(2);
});

it('does not list rows that wait for an answer, and says how many they are', async () => {
  const server = startContractServer();
  server.school.options = ['move-in'];
  answerAdmin(server, 'Admin', ['employees', 'students', 'studentSubjects']);
  server.on(listActs, () => []);
  const waiting = { ...row(4, ''), note: `Student ID: ${moveInWordings.asked}`, what: 'Kim Lee' };
  server.on(previewMoveIn, () => ({
    ...preview,
    counts: preview.counts.map((one) => ({ ...one, refused: 3 })),
    rows: [...preview.rows, waiting],
  }));
  await openArea('/admin/dashboard/move-in');
  const file = await screen.findByLabelText(wordings.fileOfSchool);
  fireEvent.change(file, { target: { files: [new File(['x'], 'teachers.xlsx')] } });
  await screen.findByText(wordings.waiting(1));
  expect(screen.getByText(`${wordings.refused}: 2`)).toBeTruthy();
  expect(screen.queryByText('Kim Lee')).toBeNull();
});

it('says the cell of each refused row, and asks for the year alone of a sheet whose columns say the terms', async () => {
  const server = startContractServer();
  server.school.options = ['move-in'];
  answerAdmin(server, 'Admin', ['employees', 'students', 'studentSubjects']);
  server.on(listActs, () => []);
  const sheet = (name: string, of_columns: boolean): MoveInPreview['sheets'][number] => ({
    name,
    kind: 'marks',
    rows: 2,
    columns: [{ column: 'A', heading: 'Remarks', field: '-', examples: ['moved'], more: [] }],
    period: { year: null, term: null, of_columns },
    fields: [],
  });
  server.on(previewMoveIn, () => ({
    ...preview,
    sheets: [sheet('Form 1A ', true), sheet('Form 1B', false)],
    rows: [row(2, ''), { ...row(3, ''), fix: null }],
  }));
  await openArea('/admin/dashboard/move-in');
  const file = await screen.findByLabelText(wordings.fileOfSchool);
  fireEvent.change(file, { target: { files: [new File(['x'], 'teachers.xlsx')] } });
  await screen.findByRole('rowheader', { name: 'Teachers, D2' });
  screen.getByRole('rowheader', { name: 'Teachers, 3' });
  screen.getByRole('group', { name: 'Which year is in Form 1A?' });
  screen.getByRole('group', { name: 'Which term is in Form 1B?' });
  screen.getByText('Form 1A: Past marks, 2 rows, 1 column not read');
});
