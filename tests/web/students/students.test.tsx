import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { ColumnPreset } from '#shared/students/register/preset-calls.ts';
import { enteredFields } from '#shared/students/register/record-fields.ts';
import { type ContractServer, contractServer, refuseWith } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const { listAllStudents, listColumnPresets, deleteColumnPreset, listHouses, saveColumnPreset } =
  studentRegisterContract;
const { listAddressTowns, readStudentChoices, readStudentOverview, readStudentRecord, listCurrentStudents } =
  studentRegisterContract;

/** As the server answers them: by id, with the columns that were asked for. */
const register: StudentRow[] = [
  {
    ...{ id: '0001', last_name: 'Smith', first_name: 'Zoë', class_id: '4A', date_of_birth: '2010-02-03' },
    ...{ house_code: 'R', address_line_2: 'Arima', phone_cell: '868-555-0100', place_in_family: '10' },
  },
  {
    ...{ id: '0002', last_name: 'Núñez', first_name: 'Ana', class_id: '4B', date_of_birth: '2010-05-06' },
    ...{ house_code: 'B', address_line_2: 'Toco', phone_cell: null, place_in_family: '9' },
  },
  {
    ...{ id: '0003', last_name: 'Abel', first_name: 'Carl', class_id: '4A', date_of_birth: null },
    ...{ house_code: 'X', address_line_2: 'Arima', phone_cell: null, place_in_family: null },
  },
];
const asked: (string | undefined)[] = [];
const answered = (columns = '') => {
  asked.push(columns);
  const wanted = new Set(['id', 'last_name', 'first_name', 'class_id', ...columns.split(',')]);
  return register.map(
    (student) => Object.fromEntries(Object.entries(student).filter(([field]) => wanted.has(field))) as StudentRow,
  );
};
let presets: ColumnPreset[];

beforeEach(() => {
  server = contractServer();
  watchNavigation();
  asked.length = 0;
  presets = [{ name: 'Birthdays', columns: ['date_of_birth'], version: 3 }];
  answerAdmin(server, 'Admin', ['students']);
  server.on(listHouses, () => [
    { id: 'R', name: 'Red', color: '#c62828' },
    { id: 'B', name: 'Blue', color: '#1565c0' },
  ]);
  server.on(readStudentChoices, () => ({
    classes: [{ id: '4A', form_level: 4 }],
    codes: [{ list: 'religion_code', choices: [{ code: 'RC', name: 'Roman Catholic' }] }],
    today: '2025-10-01',
  }));
  server.on(listAllStudents, ({ columns, view }) =>
    view === 'archived'
      ? {
          current_students: null,
          archived_students: [{ id: '0009', last_name: 'Gone', first_name: 'Gary', class_id: '6A' }],
          next: null,
        }
      : { current_students: answered(columns?.join()), archived_students: null, next: null },
  );
  server.on(listCurrentStudents, ({ columns }) => ({
    ...{ current_students: answered(columns?.join()), archived_students: null, next: null },
  }));
  server.on(listColumnPresets, () => presets);
});

const open = async (search = '') => {
  const page = await openArea(`/admin/dashboard/students${search}`);
  await screen.findByRole('grid');
  return page;
};

it('asks once for the list and its words, as the screen opens', async () => {
  await open('?in.sex=Female&columns=class_id');
  await waitFor(() => expect(server.callsOf(listHouses)).toHaveLength(1));
  await screen.findByRole('grid');
  expect(asked).toEqual(['class_id,sex']);
  expect(server.callsOf(readStudentChoices)).toHaveLength(1);
});
const headings = () =>
  screen
    .getAllByRole('columnheader')
    .slice(0, -1)
    .map(({ textContent }) => textContent);
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const cells = (name: string) =>
  within(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);
const total = () => screen.getByText(/^Total Number of Students/).textContent;
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const tick = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('checkbox', { name })));
const type = (field: HTMLElement, value: string) => act(async () => fireEvent.change(field, { target: { value } }));
type Page = Awaited<ReturnType<typeof openArea>>;
const search = (page: Page) => new URLSearchParams(page.location.search);

describe('the Students screen', () => {
  it('shows the current students by name, and requests the default columns only', async () => {
    await open();
    expect(headings()).toEqual(['Name', 'Student ID', 'Class', 'Date of Birth', 'House']);
    expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana', 'Smith, Zoë']);
    expect(cells('Smith, Zoë').slice(0, 4)).toEqual(['0001', '4A', '03-Feb-2010', 'Red']);
    // What is no house of the school shows as it is.
    expect(cells('Abel, Carl').slice(0, 4)).toEqual(['0003', '4A', '', 'X']);
    expect(total()).toBe('Total Number of Students: 3');
    expect(asked).toEqual(['class_id,date_of_birth,house_code,id']);
  });

  it('has the archive in a second tab, with its own count', async () => {
    await open();
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Archive' })));
    await screen.findByRole('grid', { name: 'Archived students' });
    expect(names()).toEqual(['Gone, Gary']);
    expect(total()).toBe('Total Number of Students: 1');
  });

  it('counts the matching rows, and searches name, id and class also where they are hidden', async () => {
    await open('?columns=phone_cell');
    expect(headings()).toEqual(['Name', 'Cell Phone']);
    const field = screen.getByRole('searchbox', { name: 'Search' });
    const found: Record<string, string[]> = {};
    for (const text of ['nunez', '0003', '4a', '555-0100', 'Toco']) {
      await type(field, text);
      found[text] = names() as string[];
    }
    expect(found).toEqual({
      nunez: ['Núñez, Ana'],
      '0003': ['Abel, Carl'],
      '4a': ['Abel, Carl', 'Smith, Zoë'],
      '555-0100': ['Smith, Zoë'],
      // Of a column that is not shown.
      Toco: [],
    });
    await type(field, '4a');
    expect(total()).toBe('Total Number of Students: 2');
  });

  it('filters by town with loaded values, counted in the filtered classes', async () => {
    server.on(listAddressTowns, () => [
      { text: 'Arima', value: 'Arima', count: 2, class_ids: [{ class_id: '4A', count: 2 }] },
      { text: 'Toco', value: 'Toco', count: 1, class_ids: [{ class_id: '4B', count: 1 }] },
    ]);
    const page = await open('?columns=class_id,address_line_2&in.class_id=4A');
    await press('Filter Town');
    expect(await screen.findByRole('checkbox', { name: /Arima/ })).toBeTruthy();
    const offered = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(offered()).toEqual(['Arima2']);
    await tick(/Arima/);
    await waitFor(() => expect(names()).toEqual(['Abel, Carl', 'Smith, Zoë']));
    expect(search(page).getAll('in.address_line_2')).toEqual(['Arima']);
  });

  it('reads all pages of a list', async () => {
    server.on(listAllStudents, ({ after }) =>
      after === undefined
        ? { current_students: register.slice(0, 2), archived_students: null, next: 'current/0002' }
        : { current_students: register.slice(2), archived_students: null, next: null },
    );
    await open();
    expect(names()).toEqual(['Abel, Carl', 'Núñez, Ana', 'Smith, Zoë']);
  });
});

describe('the page of a student', () => {
  beforeEach(() => {
    answerAdmin(server, 'Admin', ['students', 'termReports']);
    server.on(
      readStudentRecord,
      ({ id }) =>
        ({
          ...{ ...Object.fromEntries(enteredFields.map((field) => [field, null])), id },
          ...{ last_name: 'Smith', first_name: 'Zoë', class_id: '4A', house_code: 'R', date_of_birth: '2010-02-03' },
          ...{ religion_code: 'RC', phone_cell: '868-555-0100' },
          ...{ status: 'current', leaving_reason: null, password_reset: false },
        }) as never,
    );
    server.on(readStudentOverview, () => ({
      ...{ student_id: '0001', picture: null },
      subjects: [{ subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', teachers: ['Mona Núñez', 'Eric Ali'] }],
      terms: [
        {
          ...{ year: 2024, term: 3 as const, title: 'Term 3', class_id: '3A', average: '64.3', entered: 2, of: 2 },
          subjects: [
            { subject_id: 'ART', title: 'Art', abbr: 'ART', total: 60 },
            { subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', total: 68.6 },
          ],
        },
        {
          ...{ year: 2025, term: 1 as const, title: 'Term 1', class_id: '4A', average: null, entered: 0, of: 1 },
          subjects: [{ subject_id: 'MATH', title: 'Mathematics', abbr: 'MATH', total: null }],
        },
      ],
    }));
    server.on(studentFilesContract.listStudentFiles, () => ({
      ...{ student_id: '0001', name: 'Zoë Smith', class_id: '4A' },
      files: [
        { kind: 'file_birth_certificate' as const, file: '0001-00.pdf', type: 'application/pdf' as const },
        { kind: 'picture' as const, file: null, type: null },
      ],
    }));
  });

  it('opens by a press on the name, at an address of its own', async () => {
    const page = await open('?search=zoë&columns=id');
    await press('Smith, Zoë');
    expect(await screen.findByRole('heading', { level: 1, name: 'Zoë Smith' })).toBeTruthy();
    expect(page.location.href).toBe('/admin/dashboard/students/0001');
    await act(async () => void page.back());
    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(names()).toEqual(['Smith, Zoë']);
  });

  it('shows subjects with teachers, and the totals of every term as a table and a chart', async () => {
    await openArea('/admin/dashboard/students?student=0001');
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Subject', 'Teacher', 'Term 3, 2024-2025', 'Term 1, 2025-2026'],
      ['Mathematics', 'Mona Núñez, Eric Ali', '68.6', '–'],
      ['Art', 'Not taken now', '60.0', '–'],
      ['Average', '', '64.3 %', '--'],
    ]);
    expect(screen.getByRole('img', { name: 'Average of each term. Term 3, 2024-2025: 64.3 %' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Term 3, 2024-2025' }).getAttribute('href')).toBe(
      '/admin/dashboard/term-details/3A/0001?year=2024&term=3',
    );
  });

  it('shows the attendance of the newest term to administrators who may see it', async () => {
    server.school.attendance = true;
    answerAdmin(server, 'Admin', ['students', 'attendanceStudent']);
    server.on(attendanceContract.readAttendanceOfStudent, ({ id }) => ({
      ...{ id, first_name: 'Zoë', last_name: 'Smith', class_id: '4A' },
      terms: [
        {
          ...{ year: 2025, term: 1 as const, title: 'Term 1', possible_attendance: 20, attendance: 13, lates: 2 },
          ...{ absent: 3, excused: 2, not_taken: 4, attendance_records: [] },
        },
      ],
    }));
    await openArea('/admin/dashboard/students?student=0001');
    const part = await screen.findByRole('region', { name: 'Attendance' });
    expect(await within(part).findByText('65 % (13 of 20 sessions)')).toBeTruthy();
    expect(within(part).getByText('3 sessions, of these excused 2')).toBeTruthy();
    expect(within(part).getByRole('link').getAttribute('href')).toBe(
      '/admin/dashboard/student-attendance?act=students&student=0001',
    );
  });

  it('shows the known facts as texts, and which files exist', async () => {
    await openArea('/admin/dashboard/students?student=0001');
    await screen.findByRole('table');
    const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([factOf('Date of Birth'), factOf('House'), factOf('Religion')]).toEqual([
      '03-Feb-2010',
      'Red',
      'Roman Catholic',
    ]);
    expect(screen.queryByText('Blood Type')).toBeNull();
    // Hidden without Student Attendance in the menu.
    expect(screen.queryByRole('region', { name: 'Attendance' })).toBeNull();
    await screen.findByText('None yet');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Birth CertificateOn file', 'Passport PhotoNone yet']),
    );
  });

  it('does not open for the PTA', async () => {
    answerAdmin(server, 'PTA', ['students']);
    await open('?student=0001');
    expect(names()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Smith, Zoë' })).toBeNull();
  });
});

describe('Select Data Columns', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Select Data Columns' });

  it('finds columns by label and group, and shows the chosen ones when Show Columns is pressed', async () => {
    const page = await open('?in.house_code=Red&sort=house_code');
    await press('Select Data Columns');
    await dialog();
    await tick('House');
    await type(screen.getByRole('searchbox', { name: 'Search columns' }), 'contact');
    expect(screen.queryByRole('checkbox', { name: 'Blood Type' })).toBeNull();
    await tick('Cell Phone');
    expect(asked).toHaveLength(1);
    await press('Show Columns');
    await waitFor(() => expect(headings()).toEqual(['Name', 'Student ID', 'Class', 'Date of Birth', 'Cell Phone']));
    // Nobody is left out by a column that is not seen any more.
    await waitFor(() => expect(names()).toHaveLength(3));
    expect([...search(page).keys()]).toEqual(['columns']);
    await waitFor(() => expect(asked.at(-1)).toBe('class_id,date_of_birth,id,phone_cell'));
  });

  it('chooses the columns of a group that match the search', async () => {
    await open();
    await press('Select Data Columns');
    await dialog();
    await type(screen.getByRole('searchbox', { name: 'Search columns' }), 'vaccine');
    await tick(/^Medical/);
    expect(screen.getByText(/^11 of \d+$/)).toBeTruthy();
  });

  it('applies a preset, saves another one, and replaces it', async () => {
    const saved: unknown[] = [];
    server.on(saveColumnPreset, (input) => {
      saved.push(input);
      const preset = { name: input.name, columns: input.columns, version: (input.version ?? 0) + 1 };
      presets = [...presets.filter(({ name }) => name !== preset.name), preset];
      return preset;
    });
    await open();
    await press('Select Data Columns');
    await dialog();
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Birthdays' })));
    expect(screen.getByText(`1 of ${studentFieldNames.length}`)).toBeTruthy();
    await tick('Town');
    await type(screen.getByRole('textbox', { name: 'Keep this choice as' }), 'Towns');
    await press('Keep');
    expect(await screen.findByText('“Towns” kept.')).toBeTruthy();
    await type(screen.getByRole('textbox', { name: 'Keep this choice as' }), 'Birthdays');
    await press('Replace');
    expect(await screen.findByText('“Birthdays” replaced.')).toBeTruthy();
    const columns = ['date_of_birth', 'address_line_2'];
    expect(saved).toEqual([
      { name: 'Towns', columns, version: null },
      { name: 'Birthdays', columns, version: 3 },
    ]);
  });

  it('deletes a preset, and restores it by undo', async () => {
    server.on(deleteColumnPreset, ({ name }) => ({ name }));
    server.on(saveColumnPreset, ({ name, columns }) => ({ name, columns, version: 1 }));
    await open();
    await press('Select Data Columns');
    await dialog();
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Delete Birthdays' })));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Birthdays' })).toBeNull());
    await act(async () => fireEvent.click(await screen.findByText('Undo')));
    expect(await screen.findByRole('button', { name: 'Birthdays' })).toBeTruthy();
  });
});

describe('the Students screen for the PTA', () => {
  it('has current students only, without the office-only columns', async () => {
    answerAdmin(server, 'PTA', ['students']);
    server.on(listAllStudents, () => refuseWith(403, 'You are not allowed to do this.'));
    // The address of somebody in the office.
    await open('?view=archive&columns=id,phone_cell,address_line_2&in.phone_cell=868-555-0100');
    expect(screen.queryByRole('tab', { name: 'Archive' })).toBeNull();
    expect(headings()).toEqual(['Name', 'Student ID', 'Town']);
    expect(names()).toHaveLength(3);
    expect(asked).toEqual(['address_line_2,id']);
    await press('Select Data Columns');
    await screen.findByRole('dialog', { name: 'Select Data Columns' });
    expect(screen.queryByRole('checkbox', { name: 'Cell Phone' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^Medical/ })).toBeNull();
    expect(screen.getByText(/^2 of \d+$/)).toBeTruthy();
  });
});
