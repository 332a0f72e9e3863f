import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { recordWordings, sheetWordings, studentScreenWordings } from '#shared/students/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openPart, setSessionOf } from '../page.tsx';
import { okAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
beforeEach(async () => {
  await setSessionOf('A1');
  server = startContractServer();
  server.on(authContract.setCsrfCookie, () => okAnswer);
  server.on(termsContract.readTermOverview, () => ({ ...closedTerm, terms_archive: [] }));
});

type Row = ClassListPreview['rows'][number];
const row = (number: number, change: Partial<Row> = {}): Row => ({
  row: number,
  id: '',
  last_name: `Last ${number}`,
  first_name: `First ${number}`,
  sea_no: `00${number}`,
  class_id: '1A',
  date_of_birth: '',
  house_name: '',
  entry_date: '',
  more: [`Town ${number}`],
  error: 0,
  problem: null,
  double: null,
  refused: {},
  match: null,
  far_id: null,
  was: {},
  ...change,
});
const match = {
  student_id: 'S9',
  name: 'Sam Ali',
  class_id: '1A',
  is_archived: false,
  by: 'SEA Reg No.',
  is_certain: true,
  question: null,
};
const preview = (rows: Row[]): ClassListPreview => ({
  rows,
  columns: ['address_line_2'],
  notes: [sheetWordings.notAColumn('Column H “Fees”')],
  sheets: [{ name: 'CSV', rows: rows.length, is_read: true }],
  day_order: null,
  lists: { classes: ['1A', '1B'], houses: [], codes: {}, today: '2026-05-20' },
});

/** The table with a run that is begun by nobody but the test. */
async function open(rows: Row[], end: object | null = null) {
  const { ConfirmList } = await import('../../../web/features/students/upload/confirm-list.tsx');
  const confirm = vi.fn(async () => undefined);
  const onClose = vi.fn();
  const upload = { going: null, isBusy: false, problem: null, confirm };
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmList preview={preview(rows)} name="list.xlsx" upload={upload} end={end as never} onClose={onClose} />
    </QueryClientProvider>
  );
  await openPart(element);
  await screen.findByRole('grid');
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const sent = () => (confirm.mock.calls.at(-1) as unknown as [Record<string, unknown>[], string[]])[0];
  return { confirm, onClose, press, sent };
}

const closedTerm: Output<typeof termsContract.readTermOverview> = {
  terms: [{ id: 1, title: 'Term 1' }],
  current_term: { academic_year_id: '20252026', term: 1, title: 'Term 1' },
  terms_archive: [
    {
      academic_year_id: '20252026',
      term: 1,
      new_term_beginning: null,
      date_start: '2025-09-01',
      date_end: '2025-12-12',
      closed: { why: 'office', by: 'Ada Office', at: '2025-12-10 14:05:00' },
    },
  ],
};

describe('the rows of a file before they are uploaded', () => {
  it('note, where a class changes, that a closed term keeps its lists', async () => {
    server.on(termsContract.readTermOverview, () => closedTerm);
    await open([row(2), row(3, { match, was: { class_id: '1B' } })]);
    await screen.findByText(/closed by Ada Office on 10-Dec-2025 at 14:05\. It keeps its lists: the change counts/);
  });

  it('are counted, and those that cannot be uploaded are left out', async () => {
    const { press, sent, confirm } = await open([
      row(2),
      row(3, { error: 1, refused: { class_id: 'The school has no class “9Z”.' }, class_id: '9Z' }),
      row(4, { error: 1, problem: sheetWordings.restoreFirst('Same SEA Reg No. as Ana Left, archived (X1).') }),
    ]);
    expect(screen.getByText(/3 rows, 1 new, 2 that cannot be uploaded as they are/)).toBeTruthy();
    expect(screen.getByRole('list', { name: 'How the file was read' }).textContent).toBe(
      'Column H “Fees” is not a column of the register and was left out.',
    );
    press('Confirm Upload (1)');
    expect(sent().map((one) => [one.row, one.student_id])).toEqual([[2, null]]);
    // Once the server has the others, a reload keeps those that it was not given.
    const [, , onBegun] = confirm.mock.calls[0] as unknown as [unknown, unknown, () => void];
    onBegun();
    const { readDraft } = await import('../../../web/session/drafts.ts');
    const { lines } = readDraft('A1', 'student-upload/left-out') as { lines: string[][] };
    expect(lines.map(([number]) => number)).toEqual(['3', '4']);
  });

  it('are corrected in the table, judged at once and then by the server', async () => {
    const asked: unknown[] = [];
    server.on(studentSpreadsheetsContract.checkRegistrationRows, ({ data }) => {
      const typed = data[0]?.class_id ?? '';
      asked.push(typed);
      const refused = { class_id: `The school has no class “${typed}”.` };
      return { rows: [row(3, typed === '1b' ? { class_id: '1B' } : { class_id: typed, error: 1, refused })] };
    });
    const { press, sent } = await open([row(3, { error: 1, refused: { class_id: 'no class' }, class_id: '9Z' })]);
    const cell = screen.getByLabelText('Class, row 3: no class');
    fireEvent.change(cell, { target: { value: '8Z' } });
    fireEvent.blur(cell);
    await screen.findByLabelText(/^Class, row 3: The school has no class “8Z”/);
    await waitFor(() => expect(asked).toEqual(['8Z']));
    const again = screen.getByLabelText(/^Class, row 3/);
    fireEvent.change(again, { target: { value: '1b' } });
    fireEvent.keyDown(again, { key: 'Enter' });
    await screen.findByText(/1 row, 1 new/);
    await waitFor(() => expect(asked).toEqual(['8Z', '1b']));
    await screen.findByText('New');
    press('Confirm Upload (1)');
    expect(sent()).toMatchObject([{ row: 3, class_id: '1B' }]);
  });

  it('keep a correction that the server could not judge', async () => {
    server.on(studentSpreadsheetsContract.checkRegistrationRows, () => refuseWith(500, 'The server is away.'));
    const { press, sent } = await open([row(3, { error: 1, refused: { class_id: 'no class' }, class_id: '9Z' })]);
    const cell = screen.getByLabelText('Class, row 3: no class');
    fireEvent.change(cell, { target: { value: '1B' } });
    fireEvent.blur(cell);
    await screen.findByText('New');
    press('Confirm Upload (1)');
    expect(sent()).toMatchObject([{ row: 3, class_id: '1B' }]);
  });

  it('change existing students, field by field or for all', async () => {
    const { press, sent } = await open([
      row(2, { match, was: { address_line_2: 'Couva', first_name: 'Old' } }),
      row(3, { match: { ...match, student_id: 'S8' }, was: { address_line_2: '' } }),
    ]);
    const fields = screen.getByRole('group', { name: studentScreenWordings.changesToStudents });
    fireEvent.click(screen.getByLabelText('First Name, row 2: Old becomes First 2'));
    press('Confirm Upload (2)');
    expect(sent().map((one) => [one.student_id, one.was])).toEqual([
      ['S9', { address_line_2: 'Couva' }],
      ['S8', { address_line_2: '' }],
    ]);
    fireEvent.click(within(fields).getByRole('checkbox', { name: /^Town/ }));
    expect(screen.getByText(/2 rows, 2 without changes/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm Upload' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('raise a question where ids differ in zeros alone: one by one, or for all with the same name', async () => {
    const near = (id: string) => ({
      student_id: `0${id}`,
      name: 'Sam Ali',
      class_id: '1A',
      is_archived: false,
      is_certain: false,
      by: 'Student ID without its zeros',
      question: `0${id} exists: Sam Ali, 1A. Is this the same student?`,
    });
    const { press, sent } = await open([
      row(2, { id: '1002', error: 1, match: near('1002'), was: { address_line_2: '' } }),
      row(3, { id: '1003', error: 1, match: near('1003'), was: { address_line_2: '' } }),
      row(4, { id: '1004', error: 1, match: near('1004'), was: { last_name: 'Other' } }),
    ]);
    expect(screen.getByText(/3 rows, 3 whose ID exists with other zeros/)).toBeTruthy();
    expect(screen.getByText(recordWordings.nearId('01002 exists: Sam Ali, 1A.'))).toBeTruthy();
    expect(screen.getByText(/1 of them has another name here/)).toBeTruthy();
    press('All 2 are the same students');
    press('Confirm Upload (2)');
    expect(sent().map((one) => [one.student_id, one.is_same])).toEqual([
      ['01002', true],
      ['01003', true],
    ]);
    press('Another student');
    press('Confirm Upload (3)');
    expect(sent().find((one) => one.row === 4)).toMatchObject({ student_id: null, is_another: true });
  });

  it('can be deleted, and without one of two duplicates the other is valid', async () => {
    const { press, sent, onClose } = await open([row(2), row(3, { sea_no: '002', error: 1, double: 'Same' })]);
    expect(screen.getByText('Same SEA Reg No. as row 2, First 2 Last 2.')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Select Last 2, First 2'));
    press('Delete Records (1)');
    expect(screen.getByText(/1 row, 1 new/)).toBeTruthy();
    press('Confirm Upload (1)');
    expect(sent()).toMatchObject([{ row: 3 }]);
    press('Cancel');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('the rows of a file after they were uploaded', () => {
  it('count the left-out ones, with a list of reasons to download', async () => {
    const saved: Blob[] = [];
    // The test DOM would follow the link, and the files after this one, which share the process, would be at no
    // address.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    });
    const end = { state: 'finished', rows: [{ row: 2, id: '00001', error: 0, message: null }] };
    const { press } = await open(
      [row(2), row(3, { error: 1, last_name: '=A1', refused: { class_id: 'The school has no class “9Z”.' } })],
      end,
    );
    expect(screen.getByText(/1 row was left out/)).toBeTruthy();
    press('Download List');
    const text = await saved[0]?.text();
    expect(text).toContain('"3","Class: The school has no class “9Z”."');
    expect(text).toContain(`"'=A1"`);
    expect(text).not.toContain('"2",');
    // A page that is loaded again has it too.
    const { readDraft } = await import('../../../web/session/drafts.ts');
    expect(readDraft('A1', 'student-upload/left-out')).toMatchObject({
      lines: [expect.arrayContaining(['3', 'Class: The school has no class “9Z”.', '=A1'])],
    });
  });

  it('show the outcome of each, and that some could not be uploaded', async () => {
    const rows = [
      { row: 2, id: '00077', error: 0, message: null },
      { row: 3, id: '', error: 1, message: sheetWordings.fieldChanged('Town', '“Toco”') },
    ];
    const end = { rows_processed: 2, total_rows: 2, state: 'finished', upload: 'A1/upload-1', rows };
    await open([row(2), row(3), row(4)], end);
    expect(screen.getByRole('alert').textContent).toContain('Some records could not be uploaded: 1 of 2.');
    const [, ...lines] = screen.getAllByRole('row');
    expect(
      lines.map((line) => line.textContent?.match(/Uploaded|Left out|Somebody has changed Town.*now\./)?.[0]),
    ).toEqual([...['Uploaded', sheetWordings.fieldChanged('Town', '“Toco”'), 'Left out']]);
    expect(lines[0]?.textContent).toContain('00077');
  });
});

it('lists on a phone why rows cannot be uploaded, where the table has no room for it', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(max-width: 640px)', addEventListener() {}, removeEventListener() {} }) as never,
  );
  await open([row(2), row(4, { error: 1, refused: { class_id: 'The school has no class “9Z”.' } })]);
  const list = screen.getByRole('list', { name: studentScreenWordings.cannotBeUploaded });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Row 4, Last 4, First 4: Class: The school has no class “9Z”.']);
});
