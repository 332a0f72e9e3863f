import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

beforeEach(() => {
  server = startContractServer();
});

const address = '/admin/dashboard/student-attendance';
const menuEntry = async (role: 'link' | 'button') =>
  within((await screen.findAllByRole('navigation', { name: 'Admin menu' }))[0] as HTMLElement).findByRole(role, {
    name: 'Student Attendance',
  });

describe('Student Attendance in a school that does not use it', () => {
  it('is shown in the menu and cannot be chosen', async () => {
    answerAdmin(server, 'Admin', ['attendanceStudent']);
    await openArea(address);
    expect(((await menuEntry('button')) as HTMLButtonElement).disabled).toBe(true);
  });

  it('is explained where its address is opened', async () => {
    answerAdmin(server, 'PTA', ['attendanceStudent']);
    await openArea(address);
    await screen.findByText(attendanceWordings.notUsed);
  });
});

describe('Student Attendance', () => {
  beforeEach(() => {
    server.school.attendance = true;
  });

  it('offers the PTA exactly the four reports', async () => {
    answerAdmin(server, 'PTA', ['attendanceStudent']);
    await openArea(address);
    await screen.findByRole('heading', { name: 'Reports' });
    const acts = within(screen.getByRole('main')).getAllByRole('link');
    expect(acts.map((link) => link.querySelector('strong')?.textContent)).toEqual([
      'Attendance - Class',
      'Attendance - Student',
      'Attendance - Late List',
      'Attendance - Summary Statistics',
    ]);
  });

  it('shows the PTA no screen of the office, whatever the address', async () => {
    answerAdmin(server, 'PTA', ['attendanceStudent']);
    await openArea(`${address}?act=students`);
    await screen.findByRole('heading', { name: 'Reports' });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('is the last entry of the main menu', async () => {
    answerAdmin(server, 'Admin', ['promotion', 'attendanceStudent']);
    await openArea(address);
    const link = await menuEntry('link');
    expect(link.getAttribute('aria-current')).toBe('page');
    expect(link.closest('ul')?.lastElementChild).toBe(link.closest('li'));
    await screen.findByRole('heading', { level: 1, name: 'Student Attendance' });
  });
});
