import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { type EmployeeEntry, peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { lessonRefusals, peopleScreenWordings } from '#shared/people/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed, watchNavigation } from '../page.tsx';
import { answerAdmin, outboxKey } from '../session-answers.ts';

freshPageForEachTest();

type Work = Output<typeof lessonsContract.listWorkWithoutTeacher>;

const teacher = (id: string, first_name: string, last_name: string): EmployeeEntry => ({
  id,
  employee_id: id,
  teacher_num: Number(id.slice(1)),
  first_name,
  last_name,
  date_of_birth: null,
  user_name: last_name.toLowerCase(),
  post_id: 7,
  deleted_at: null,
  sign_in: 'used' as const,
});
const mona = teacher('T1', 'Mona', 'Núñez');
const nia = teacher('T4', 'Nia', 'Ross');
const left = { ...mona, deleted_at: '2026-01-01T00:00:00.000Z' };
const monaWork = {
  employee_id: 'T1',
  first_name: 'Mona',
  last_name: 'Núñez',
  lessons: [
    { id: '2025-MATH-1A', lesson: 'Mathematics 1A', form_classes: ['1A'] },
    { id: '2025-MATH-L4', lesson: 'Mathematics Form 4', form_classes: ['4A', '4B'] },
  ],
  form_teacher_of: ['1A'],
  dean_of: ['2B'],
};

let server: ContractServer;
let work: Work;

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['employees']);
  work = { academic_year_id: '20252026', teachers: [monaWork], form_classes: ['3C'] };
  server.on(peopleContract.listEmployees, () => [left, nia]);
  server.on(authContract.listSignInLockouts, () => ({ accounts: [], networks: [] }));
  server.on(accountsContract.readEmployeePosts, () => [{ id: 7, rank: 'Teacher II' }]);
  server.on(lessonsContract.listWorkWithoutTeacher, () => work);
});

const open = (search = '') => openArea(`/admin/dashboard/teachers${search}`);
const press = (name: string | RegExp, inside: HTMLElement) =>
  fireEvent.click(within(inside).getByRole('button', { name }));
const theWindow = () => screen.findByRole('dialog', { name: peopleScreenWordings.withoutATeacher });

async function choose(label: string, name: string) {
  const field = await screen.findByRole('combobox', { name: label });
  field.focus();
  fireEvent.change(field, { target: { value: name } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

describe('lessons and classes without a teacher', () => {
  it('are counted on the Teachers screen, and listed each with a Hand Over', async () => {
    await open();
    const notice = (await screen.findByText('2 lessons and 3 classes')).closest('[role=status]') as HTMLElement;
    press('Hand Over', notice);
    const dialog = await theWindow();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'Form teacher of 1AHand Over',
      'Dean of 2BHand Over',
      'Mathematics 1AHand Over',
      'Mathematics Form 4 (4A, 4B)Hand Over',
      'Form teacher of 3CHand Over',
    ]);
    within(dialog).getByRole('heading', { name: /Mona Núñez has left/ });
  });

  it('go one lesson at a time to the teacher chosen, and the line goes', async () => {
    server.on(lessonsContract.previewHandOver, () =>
      monaWork.lessons.map((one) => ({ ...one, students_with_marks: 3, shared: [], is_beside: false })),
    );
    server.on(lessonsContract.handOverLessons, () => {
      work = { ...work, teachers: [{ ...monaWork, lessons: monaWork.lessons.slice(1) }] };
      return { rows_processed: 1, total_rows: 1, state: 'finished' as const, left: [] };
    });
    await open('?without=1');
    const dialog = await theWindow();
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Hand over: Mathematics 1A' }));
    await choose(peopleScreenWordings.handOverTo, 'Ross');
    await within(dialog).findByText('The mark book goes along: 3 students with marks.');
    // The lesson that was pressed, and no other.
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
    press('Hand Over One Lesson', dialog);
    await screen.findByText('One lesson was handed over.');
    await waitFor(() => expect(within(dialog).queryByText('Mathematics 1A')).toBeNull());
    expect(server.callsOf(lessonsContract.handOverLessons).map(({ input }) => input)).toEqual([
      {
        employee_id: 'T1',
        academic_year_id: '20252026',
        to_employee_id: 'T4',
        ids: ['2025-MATH-1A'],
        only_archived: true,
      },
    ]);
  });

  it('go a class at a time, and say what another administrator has done in the meantime', async () => {
    server.on(lessonsContract.saveFormTeacherClass, () => {
      work = { ...work, teachers: [{ ...monaWork, form_teacher_of: [] }] };
      return refuseWith(409, lessonRefusals.oneFormTeacher('Eric Ali', '1A'));
    });
    server.on(lessonsContract.saveDeanFormClasses, ({ form_classes }) => ({ form_classes }));
    await open('?without=1');
    const dialog = await theWindow();
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Hand over: Form teacher of 1A' }));
    await choose('Form teacher of 1A', 'Ross');
    press('Hand Over 1A', dialog);
    await within(dialog).findByText(lessonRefusals.oneFormTeacher('Eric Ali', '1A'));
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: 'Hand over: Form teacher of 1A' })).toBeNull(),
    );
    press('Hand over: Dean of 2B', dialog);
    await choose('Dean of 2B', 'Ross');
    press('Hand Over 2B', dialog);
    await screen.findByText('Nia Ross is dean of 2B.');
    const given = { employee_id: 'T4', academic_year_id: '20252026', was: [], only_archived: true };
    expect(server.callsOf(lessonsContract.saveFormTeacherClass).map(({ input }) => input)).toEqual([
      { ...given, form_classes: ['1A'], take_from: [{ class_id: '1A', employee_id: 'T1' }] },
    ]);
    expect(server.callsOf(lessonsContract.saveDeanFormClasses).map(({ input }) => input)).toEqual([
      { ...given, form_classes: ['2B'], take_from: [{ class_id: '2B', employee_id: 'T1' }] },
    ]);
  });

  it('open by themselves once a teacher who has some was archived', async () => {
    work = { academic_year_id: '20252026', teachers: [], form_classes: [] };
    server.on(peopleContract.listEmployees, () => [mona, nia]);
    server.on(accountsContract.archiveEmployee, ({ employee_id }) => {
      if (employee_id === 'T1') work = { ...work, teachers: [monaWork] };
      return {
        employee: employee_id === 'T1' ? left : { ...nia, deleted_at: left.deleted_at },
        one_time_password: null,
      };
    });
    await open();
    const archive = async (name: string) => {
      fireEvent.click(await screen.findByRole('button', { name: `Archive: ${name}` }));
      press('Archive', await screen.findByRole('alertdialog', { name: `Archive ${name}?` }));
      await screen.findByText(`${name} archived.`);
    };
    await archive('Nia Ross');
    await waitUntilWindowsClosed();
    expect(screen.queryByRole('dialog', { name: peopleScreenWordings.withoutATeacher })).toBeNull();
    await archive('Mona Núñez');
    await within(await theWindow()).findByText('Dean of 2B');
  });
});

it('an administrator who teaches is not archived, and a button leads to where the account is disabled', async () => {
  const permissions = [
    { menu: 'employees' as const, action: null },
    { menu: 'employees' as const, action: manageAdminsAction },
  ];
  server.on(authContract.readAdminPermissions, () => ({
    user_admin_id: 'A1',
    name: 'Maureen',
    user_admin: 'Admin' as const,
    outbox_key: outboxKey,
    permissions,
  }));
  server.on(accountsContract.listAdministrators, () => []);
  server.on(peopleContract.listEmployees, () => [{ ...mona, sign_in: 'administrator' as const }]);
  server.on(accountsContract.archiveEmployee, () => refuseWith(409, 'Disable the account under Administrators first.'));
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Archive: Mona Núñez' }));
  press('Archive', await screen.findByRole('alertdialog', { name: 'Archive Mona Núñez?' }));
  press('Administrators', await screen.findByRole('alertdialog', { name: 'Mona Núñez is not archived' }));
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: 'Administrators' }).getAttribute('aria-selected')).toBe('true'),
  );
});
