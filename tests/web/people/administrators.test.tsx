import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { button, carl, may, open, own, rows, server, startTeachersForEachTest, type } from './teachers-world.ts';

startTeachersForEachTest();

describe('the Administrators tab', () => {
  const openCarl = async () => {
    await open('?tab=administrators&admin=A2');
    await screen.findByRole('dialog', { name: 'Edit Carl Clerk' });
  };
  beforeEach(() => {
    may([
      { menu: 'employees', action: null },
      { menu: 'employees', action: 'manageAdmins' },
    ]);
    server.on(accountsContract.listAdministrators, () => [carl, own]);
  });

  it('lists what each may open, and lets nobody touch their own account', async () => {
    await open('?tab=administrators');
    await screen.findByRole('grid', { name: 'Administrators' });
    expect(rows()).toEqual([
      'Carl ClerkcarlAdministratorStudentsEditResetSessionsDisable',
      'Maureen O’BrienmaureenYouAdministratorNothing',
    ]);
  });

  it('has a checkbox for every entry of the menu and every action', async () => {
    await openCarl();
    const labels = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(labels.sort()).toEqual(
      [
        ...['Current Term', 'Teachers', 'Students, Move In', 'Subjects', 'Edit\\View Term Details, Class Council'],
        ...['Post Term Reports, Report Card Layouts'],
        ...[
          'Enter Marks',
          'Course Mark',
          'Reports, District Figures, Transcripts',
          'Registration',
          'Student Attendance',
        ],
        ...['Promotion, Promotion Plan', 'Completeness, Sign Reports, Check Reports', 'Office Log'],
        ...['Edit every term report', 'Manage administrators', 'Erase students'],
      ].sort(),
    );
  });

  it('saves a list of permissions: an action brings its menu, and goes with it', async () => {
    server.on(accountsContract.updateAdministrator, ({ permissions }) => ({
      administrator: { ...carl, permissions: permissions ?? [] },
      one_time_password: null,
    }));
    await openCarl();
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    fireEvent.click(box('Edit every term report'));
    expect(box('Edit\\View Term Details, Class Council').checked).toBe(true);
    fireEvent.click(box('Manage administrators'));
    fireEvent.click(box('Teachers'));
    expect(box('Manage administrators').checked).toBe(false);
    fireEvent.click(button('Save'));
    await screen.findByText('Carl Clerk saved.');
    expect(server.callsOf(accountsContract.updateAdministrator)[0]?.input).toEqual({
      user_admin_id: 'A2',
      name: 'Carl Clerk',
      permissions: [
        { menu: 'students', action: null },
        { menu: 'termReports', action: null },
        { menu: 'termReports', action: 'editTermReports' },
      ],
      was: { name: 'Carl Clerk', permissions: [{ menu: 'students', action: null }] },
    });
  });

  it('adds a PTA account with what the kind has, whatever was chosen before', async () => {
    server.on(accountsContract.addAdministrator, (input) => ({
      administrator: { ...carl, ...input, user_admin_id: 'A9', sign_in: 'unused' as const },
      one_time_password: 'One-time-Pass1',
    }));
    await open('?tab=administrators&admin=new');
    await screen.findByRole('dialog', { name: 'New Administrator' });
    fireEvent.click(button('Everything'));
    type('Name', 'Petra Parent');
    type('User Name', 'petra');
    fireEvent.click(screen.getByRole('combobox', { name: 'Kind' }));
    const option = await screen.findByRole('option', { name: 'PTA' });
    fireEvent.mouseMove(option);
    fireEvent.pointerDown(option);
    fireEvent.click(option);
    fireEvent.click(button('Add Administrator', screen.getByRole('dialog')));
    const slip = await screen.findByRole('alertdialog', { name: 'Sign-in of Petra Parent' });
    expect(slip.textContent).toContain('/admin');
    // On paper: as long as an administrator's has to be (rule 18).
    expect(document.body.textContent).toContain('at least 12 characters');
    expect(server.callsOf(accountsContract.addAdministrator)[0]?.input).toEqual({
      name: 'Petra Parent',
      user_name: 'petra',
      user_admin: 'PTA',
      permissions: [
        { menu: 'students', action: null },
        { menu: 'attendanceStudent', action: null },
      ],
    });
  });
});

describe('wrong passwords that others type', () => {
  const since = '2026-03-02T12:00:00.000Z';
  const closed = {
    accounts: [{ account_id: 'T1', name: 'Mona Núñez', since, until: '2026-03-02T12:16:00.000Z' }],
    networks: [{ network: '203.0.113.9', since }],
  };

  it('are shown where they keep new browsers out, and the office lets them in again', async () => {
    server.on(authContract.listSignInLockouts, () => closed);
    const lifted: unknown[] = [];
    server.on(authContract.liftSignInLockout, (input) => {
      lifted.push(input);
      return { ...closed, ...('network' in input ? { networks: [] } : { accounts: [] }) };
    });
    await open();
    expect(await screen.findByText(/Wrong passwords were typed for/)).toBeTruthy();
    fireEvent.click(button(peopleScreenWordings.stopWaitingForHour));
    await waitFor(() => expect(screen.queryByText(/Many wrong sign-ins/)).toBeNull());
    fireEvent.click(button(peopleScreenWordings.allowTwoMoreTries));
    await waitFor(() => expect(screen.queryByText(/Wrong passwords were typed/)).toBeNull());
    expect(lifted).toEqual([{ network: '203.0.113.9' }, { account_id: 'T1' }]);
  });
});
