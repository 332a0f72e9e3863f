import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { ColumnPreset } from '#shared/students/register/preset-calls.ts';
import { createContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

export const server = createContractServer();

export const { listAllStudents, listColumnPresets, deleteColumnPreset, listHouses, saveColumnPreset } =
  studentRegisterContract;
export const { listAddressTowns, readStudentChoices, readStudentOverview, readStudentRecord, listCurrentStudents } =
  studentRegisterContract;

/** As the server answers them: by id, with the columns that were asked for. */
export const register: StudentRow[] = [
  {
    id: '0001',
    last_name: 'Smith',
    first_name: 'Zoë',
    class_id: '4A',
    date_of_birth: '2010-02-03',
    house_code: 'R',
    address_line_2: 'Arima',
    phone_cell: '868-555-0100',
    place_in_family: '10',
  },
  {
    id: '0002',
    last_name: 'Núñez',
    first_name: 'Ana',
    class_id: '4B',
    date_of_birth: '2010-05-06',
    house_code: 'B',
    address_line_2: 'Toco',
    phone_cell: null,
    place_in_family: '9',
  },
  {
    id: '0003',
    last_name: 'Abel',
    first_name: 'Carl',
    class_id: '4A',
    date_of_birth: null,
    house_code: 'X',
    address_line_2: 'Arima',
    phone_cell: null,
    place_in_family: null,
  },
];
export const asked: (string | undefined)[] = [];
export const answered = (columns = '') => {
  asked.push(columns);
  const wanted = new Set(['id', 'last_name', 'first_name', 'class_id', ...columns.split(',')]);
  return register.map(
    (student) => Object.fromEntries(Object.entries(student).filter(([field]) => wanted.has(field))) as StudentRow,
  );
};
export const presets: ColumnPreset[] = [];

export const open = async (search = '') => {
  const page = await openArea(`/admin/dashboard/students${search}`);
  await screen.findByRole('grid');
  return page;
};
export const headings = () =>
  screen
    .getAllByRole('columnheader')
    .slice(0, -1)
    .map(({ textContent }) => textContent);
export const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
export const cells = (name: string) =>
  within(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);
export const total = () => screen.getByText(/^Total Number of Students/).closest('p')?.textContent;
export const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
export const tick = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('checkbox', { name })));
export const type = (field: HTMLElement, value: string) =>
  act(async () => fireEvent.change(field, { target: { value } }));
export type Page = Awaited<ReturnType<typeof openArea>>;
export const search = (page: Page) => new URLSearchParams(page.location.search);

/** Call at the top of a test file: each test starts with a register of three. */
export function startRegisterForEachTest(): void {
  freshPageForEachTest();

  beforeEach(() => {
    server.start();
    watchNavigation();
    asked.length = 0;
    presets.splice(0, presets.length, { name: 'Birthdays', columns: ['date_of_birth'], version: 3 });
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
      current_students: answered(columns?.join()),
      archived_students: null,
      next: null,
    }));
    server.on(listColumnPresets, () => presets);
  });
}
