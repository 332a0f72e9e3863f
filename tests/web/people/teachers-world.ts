import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { PermissionEntry } from '#shared/accounts/auth/permissions.ts';
import { type Administrator, accountsContract } from '#shared/accounts/contract.ts';
import { type EmployeeEntry, peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { createContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin, outboxKey } from '../session-answers.ts';

export const server = createContractServer();

export const teacher = (id: string, fields: Partial<EmployeeEntry> = {}): EmployeeEntry => ({
  id,
  employee_id: id,
  teacher_num: 7,
  first_name: 'Mona',
  last_name: 'Núñez',
  date_of_birth: '1980-02-03',
  user_name: 'mnunez',
  post_id: 7,
  deleted_at: null,
  sign_in: 'used' as const,
  ...fields,
});
export const mona = teacher('T1', { form_classes: ['1A', '1B'], lessons: 12 });
export const zoe = teacher('T2', {
  teacher_num: 8,
  first_name: 'Zoë',
  last_name: 'Smith',
  user_name: 'zsmith',
  sign_in: 'unused',
  form_classes: [],
  lessons: 0,
});
export const left = teacher('T3', { teacher_num: 9, last_name: 'Gone', deleted_at: '2025-01-01T00:00:00.000Z' });
export const old = teacher('T4', { teacher_num: 1004, last_name: 'Old' });

export const own: Administrator = {
  user_admin_id: 'A1',
  name: 'Maureen O’Brien',
  user_name: 'maureen',
  user_admin: 'Admin',
  permissions: [],
  is_disabled: false,
  sign_in: 'used',
};
export const carl: Administrator = {
  ...own,
  user_admin_id: 'A2',
  name: 'Carl Clerk',
  user_name: 'carl',
  permissions: [{ menu: 'students', action: null }],
};

export const nothingLeft = { academic_year_id: '20252026', teachers: [], form_classes: [] };

export const may = (permissions: PermissionEntry[]) =>
  server.on(authContract.readAdminPermissions, () => ({
    user_admin_id: 'A1',
    name: own.name,
    user_admin: 'Admin' as const,
    outbox_key: outboxKey,
    permissions,
  }));
export const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
export const button = (name: string, inside: HTMLElement = document.body) =>
  within(inside).getByRole('button', { name });
export const field = (label: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) });
export const type = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};
export const open = (search = '') => openArea(`/admin/dashboard/teachers${search}`);
export const session = {
  session_id: 's'.repeat(22),
  browser: 'Firefox on Windows',
  network: '203.0.113.0/24',
  is_this: false,
  begun_at: '2026-03-14T10:42:00.000Z',
  last_used_at: '2026-03-14T10:42:00.000Z',
};
export const monaSessions = { name: 'Mona Núñez', sessions: [session], has_second_factor: false };
export const openSessions = async () => {
  await open('?sessions=T1');
  return screen.findByRole('dialog', { name: 'Where Mona Núñez is signed in' });
};
/** The answer about one teacher, which names no classes and lessons. */
export const saved = (
  { form_classes: _classes, lessons: _lessons, ...employee }: EmployeeEntry,
  one_time_password: string | null = null,
) => ({
  employee,
  one_time_password,
});

/** Call at the top of a test file: each test starts with an office that may open Teachers. */
export function startTeachersForEachTest(): void {
  freshPageForEachTest();

  beforeEach(() => {
    server.start();
    watchNavigation();
    answerAdmin(server, 'Admin', ['employees']);
    server.on(peopleContract.listEmployees, () => [mona, zoe, left, old]);
    server.on(authContract.listSignInLockouts, () => ({ accounts: [], networks: [] }));
    server.on(lessonsContract.listWorkWithoutTeacher, () => nothingLeft);
    server.on(accountsContract.listSignInSlips, () => []);
    server.on(accountsContract.readEmployeePosts, () => [{ id: 7, rank: 'Teacher II' }]);
  });
}
