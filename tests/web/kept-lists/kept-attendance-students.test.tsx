import { cleanup, screen, waitFor } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';
import { storedLists } from './stored-lists.ts';

freshPageForEachTest();

const { listStudentsForAttendance } = attendanceContract;
let server: ContractServer;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  server = startContractServer();
  server.school.attendance = true;
  watchNavigation();
  answerAdmin(server, 'Admin', ['attendanceStudent']);
});

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const student = (id: string, last_name: string, class_id: string) => ({ id, first_name: 'Nia', last_name, class_id });

it('the list for attendance takes the rows of a changed class between those that it has, by class and name', async () => {
  server.setTag(listStudentsForAttendance, () => '"1"');
  server.on(listStudentsForAttendance, () => ({
    students: [student('2', 'Zidane', '1A'), student('3', 'Ali', '1B'), student('4', 'Baptiste', '2A')],
  }));
  await openArea('/admin/dashboard/student-attendance?act=students');
  await waitFor(() => expect(names()).toEqual(['Zidane, Nia', 'Ali, Nia', 'Baptiste, Nia']));
  await waitFor(async () => expect((await storedLists()).entries).toBe(1));
  cleanup();
  vi.resetModules();
  server.setTag(listStudentsForAttendance, () => '"2"');
  server.on(listStudentsForAttendance, ({ changed_only }) => ({
    students: [student('5', 'Álvarez', '1B'), student('3', 'Mohan', '1B')],
    ...(changed_only ? { unchanged: ['1A', '2A'] } : {}),
  }));
  await openArea('/admin/dashboard/student-attendance?act=students');
  await waitFor(() => expect(names()).toEqual(['Zidane, Nia', 'Álvarez, Nia', 'Mohan, Nia', 'Baptiste, Nia']));
  expect(screen.queryByText(/^As of/)).toBeNull();
});
