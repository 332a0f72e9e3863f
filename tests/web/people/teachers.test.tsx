import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { accountsContract } from '#shared/accounts/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { peopleScreenWordings } from '#shared/people/wordings.ts';
import { listWordings } from '../../../web/tables/wordings.ts';
import { refuseWith } from '../../support/school/contract-server.ts';
import { waitUntilWindowsClosed } from '../page.tsx';
import {
  button,
  field,
  left,
  mona,
  monaSessions,
  old,
  open,
  openSessions,
  rows,
  saved,
  server,
  session,
  startTeachersForEachTest,
  teacher,
  type,
} from './teachers-world.ts';

startTeachersForEachTest();

describe('the Teachers screen', () => {
  it('shows who teaches, and in the archive who left or has a number above 999', async () => {
    await open();
    await screen.findByRole('grid', { name: 'Current teachers' });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Teacher #',
      'Last Name',
      'First Name',
      'Date of Birth',
      'User Name',
      'Form Class',
      'Lessons',
      'Actions',
    ]);
    expect(rows()).toEqual(['7NúñezMona03-Feb-1980mnunez1A, 1B12', '8SmithZoë03-Feb-1980zsmithNot used yet0']);
    fireEvent.click(screen.getByRole('tab', { name: 'Archive' }));
    await screen.findByRole('grid', { name: 'Archived teachers' });
    expect(rows().map((row) => row?.slice(0, 7))).toEqual(['9GoneMo', '1004Old']);
    expect(button('Restore: Mona Gone')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reset: Mona Gone' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Administrators' })).toBeNull();
  });

  it('counts the teachers that the search finds, and sorts by form class and lessons', async () => {
    await open();
    await screen.findByRole('grid', { name: 'Current teachers' });
    const total = () => screen.getByText(/^Total Number of Teachers/).closest('p')?.textContent;
    expect(total()).toBe('Total Number of Teachers: 2');
    const names = () => rows().map((row) => row?.slice(1, 6));
    fireEvent.click(within(screen.getByRole('columnheader', { name: /^Lessons/ })).getByRole('button'));
    await waitFor(() => expect(names()).toEqual(['Smith', 'Núñez']));
    fireEvent.click(within(screen.getByRole('columnheader', { name: /^Form Class/ })).getByRole('button'));
    await waitFor(() => expect(names()).toEqual(['Núñez', 'Smith']));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: '1b' } });
    await waitFor(() => expect(total()).toBe('Total Number of Teachers: 1'));
    expect(names()).toEqual(['Núñez']);
  });

  it('shows where a teacher is signed in, and ends one session or all', async () => {
    const other = { ...session, session_id: 't'.repeat(22), browser: 'Safari on iPhone' };
    server.on(accountsContract.listAccountSessions, () => ({ ...monaSessions, sessions: [session, other] }));
    const asked: unknown[] = [];
    server.on(accountsContract.endAccountSessions, (input) => {
      asked.push(input);
      return { ...monaSessions, sessions: input.session_id === undefined ? [] : [other] };
    });
    const dialog = await openSessions();
    fireEvent.click(await within(dialog).findByRole('button', { name: /^End: Firefox on Windows/ }));
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
    fireEvent.click(button('End all', dialog));
    expect(await within(dialog).findByText('Mona Núñez is not signed in anywhere.')).toBeTruthy();
    expect(asked).toEqual([{ account_id: 'T1', session_id: session.session_id }, { account_id: 'T1' }]);
  });

  it('resets the second factor of a teacher who has one, after asking', async () => {
    let has = true;
    server.on(accountsContract.listAccountSessions, () => ({ ...monaSessions, sessions: [], has_second_factor: has }));
    server.on(accountsContract.resetSecondFactor, (input) => {
      expect(input).toEqual({ account_id: 'T1' });
      has = false;
      return { ok: true as const };
    });
    const dialog = await openSessions();
    fireEvent.click(await within(dialog).findByRole('button', { name: peopleScreenWordings.resetSecondFactor }));
    const question = await screen.findByRole('alertdialog', { name: 'Reset the second factor of Mona Núñez?' });
    fireEvent.click(button('Reset', question));
    expect(await screen.findByText('Mona Núñez signs in with the password alone.')).toBeTruthy();
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: peopleScreenWordings.resetSecondFactor })).toBeNull(),
    );
  });

  it('says that a number above 999 archives the teacher, before it is saved', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add New Teacher' }));
    await screen.findByRole('dialog', { name: 'New Teacher' });
    const archives =
      'A number above 999 archives the teacher: the sign-in ends, and lessons and classes wait for others.';
    type('Teacher No', '999');
    expect(screen.queryByText(archives)).toBeNull();
    type('Teacher No', '1000');
    await screen.findByText(archives);
    type('Teacher No', '99');
    await waitFor(() => expect(screen.queryByText(archives)).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Clear Form' }));
  });

  it('adds a teacher with the suggested user name, and shows the one-time password once', async () => {
    server.on(accountsContract.addEmployee, (input) =>
      saved(teacher('T9', { ...input, user_name: 'zsmith2', sign_in: 'unused' }), 'One-time-Pass1'),
    );
    const history = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add New Teacher' }));
    await screen.findByRole('dialog', { name: 'New Teacher' });
    expect(history.location.search).toBe('?add=1');
    fireEvent.click(button('Add Teacher'));
    await screen.findByText('Please fill all required fields.');
    expect(screen.getAllByText('Required.')).toHaveLength(4);

    type('Teacher No', '40');
    type('First Name', 'Zac');
    type('Last Name', 'Smith');
    expect(field('User Name').value).toBe('zsmith2');
    type('Date of Birth', '03-Feb-1990');
    fireEvent.click(button('Add Teacher'));
    const slip = await screen.findByRole('alertdialog', { name: 'Sign-in of Zac Smith' });
    expect(slip.textContent).toContain('User namezsmith2One-time passwordOne-time-Pass1');
    expect(server.callsOf(accountsContract.addEmployee).map(({ input }) => input)).toEqual([
      {
        teacher_num: 40,
        first_name: 'Zac',
        last_name: 'Smith',
        date_of_birth: '1990-02-03',
        post_id: null,
        user_name: null,
      },
    ]);
    await screen.findByText('Teacher added succesfully');

    const written: string[] = [];
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => written.push(text) } });
    fireEvent.click(button('Copy', slip));
    await within(slip).findByRole('button', { name: 'Copied' });
    expect(written[0]).toMatch(/^Address: http.*\nUser name: zsmith2\nOne-time password: One-time-Pass1$/);
    const print = vi.fn();
    vi.stubGlobal('print', print);
    fireEvent.click(button('Print', slip));
    expect(print).toHaveBeenCalledOnce();
    expect(document.body.textContent).toContain('at least 10 characters');
    fireEvent.click(button('Done', slip));
    await waitFor(() => expect(document.body.textContent).not.toContain('One-time-Pass1'));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('saves what was changed with what was seen, and asks where somebody else changed it', async () => {
    const conflict = { field: 'last_name', yours: 'Nunes', theirs: 'Nuñez', by: 'Olga', at: null };
    server.on(accountsContract.updateEmployee, (input) =>
      input.was?.last_name === 'Núñez'
        ? { ...refuseWith(409, 'Changed.'), conflict }
        : saved({ ...mona, last_name: 'Nunes' }),
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: Mona Núñez' }));
    await screen.findByRole('dialog', { name: 'Edit Teacher' });
    expect([field('User Name').value, field('User Name').disabled]).toEqual(['mnunez', true]);
    type('Last Name', 'Nunes');
    fireEvent.click(button('Update Teacher'));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await screen.findByText('Teacher updated succesfully');
    expect(server.callsOf(accountsContract.updateEmployee).map(({ input }) => input)).toEqual([
      { id: 'T1', last_name: 'Nunes', was: { last_name: 'Núñez' } },
      { id: 'T1', last_name: 'Nunes', was: { last_name: 'Nuñez' } },
    ]);
    await waitUntilWindowsClosed();
    expect(rows()[0]).toContain('7Nunes');
  });

  it('opens what a reset has made, although the focus is in the list again, and once more as long as nobody has used it', async () => {
    const slip = { account_id: 'T1', name: 'Mona Núñez', user_name: 'mnunez', area: 'staff' as const };
    server.on(accountsContract.resetEmployeePassword, () => {
      server.on(accountsContract.listSignInSlips, () => [{ ...slip, one_time_password: 'One-time-Pass1' }]);
      return saved(mona, 'One-time-Pass1');
    });
    const history = await open();
    const reset = await screen.findByRole('button', { name: 'Reset: Mona Núñez' });
    expect(screen.queryByText(/^New sign-ins/)).toBeNull();
    const press = (element: HTMLElement) => {
      fireEvent.pointerDown(element);
      element.focus();
      fireEvent.click(element);
    };
    press(reset);
    press(button('Ok', await screen.findByRole('alertdialog')));
    const shown = await screen.findByRole('alertdialog', { name: 'Sign-in of Mona Núñez' });
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
    fireEvent.click(button('Done', shown));
    await waitUntilWindowsClosed();

    // Another screen, and back.
    await act(() => history.push('/admin/dashboard/nowhere'));
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await act(() => history.push('/admin/dashboard/teachers'));
    press(await screen.findByRole('button', { name: 'Sign-in of Mona Núñez' }));
    const again = await screen.findByRole('alertdialog', { name: 'Sign-in of Mona Núñez' });
    expect(again.textContent).toContain('User namemnunezOne-time passwordOne-time-Pass1');
    fireEvent.click(button('Done', again));
    await waitUntilWindowsClosed();
    expect(document.body.textContent).not.toContain('One-time-Pass1');
  });

  it('resets a password after asking, in the words of the specification', async () => {
    server.on(accountsContract.resetEmployeePassword, () => saved(mona, 'One-time-Pass1'));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Reset: Mona Núñez' }));
    const question = await screen.findByRole('alertdialog', { name: 'Reset Mona Núñez password ?' });
    fireEvent.click(button('Cancel', question));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsOf(accountsContract.resetEmployeePassword)).toEqual([]);
    fireEvent.click(button('Reset: Mona Núñez'));
    fireEvent.click(button('Ok', await screen.findByRole('alertdialog')));
    await screen.findByText('Mona Núñez password reset.');
    fireEvent.click(button('Done', await screen.findByRole('alertdialog', { name: 'Sign-in of Mona Núñez' })));

    server.on(accountsContract.resetEmployeePassword, () => refuseWith(503, 'Please try again.'));
    fireEvent.click(button('Reset: Mona Núñez'));
    fireEvent.click(button('Ok', await screen.findByRole('alertdialog', { name: 'Reset Mona Núñez password ?' })));
    await waitFor(() => expect(server.callsOf(accountsContract.resetEmployeePassword)).toHaveLength(2));
    await waitFor(() => expect(document.body.textContent).toContain('Error occured. Please try again.'));
  });

  it('archives after asking, and says why it is refused', async () => {
    server.on(accountsContract.archiveEmployee, () => refuseWith(409, 'Hand the lessons over first.'));
    await open();
    const archive = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Archive: Mona Núñez' }));
      fireEvent.click(button('Archive', await screen.findByRole('alertdialog', { name: 'Archive Mona Núñez?' })));
    };
    await archive();
    const why = await screen.findByRole('alertdialog', { name: 'Mona Núñez is not archived' });
    expect(why.textContent).toContain('Hand the lessons over first.');
    fireEvent.click(button('OK', why));
    server.on(accountsContract.archiveEmployee, () => saved({ ...mona, deleted_at: '2026-01-01T00:00:00.000Z' }));
    await archive();
    await screen.findByText('Mona Núñez archived.');
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('restores, and asks for a number where the archive’s own is in the way', async () => {
    server.on(accountsContract.restoreEmployee, ({ employee_id, teacher_num }) =>
      saved(employee_id === 'T3' ? { ...left, deleted_at: null } : { ...old, teacher_num: teacher_num ?? 0 }),
    );
    await open('?tab=archive');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore: Mona Gone' }));
    fireEvent.click(button('Restore', await screen.findByRole('alertdialog', { name: 'Restore Mona Gone?' })));
    await screen.findByText('Mona Gone restored.');
    fireEvent.click(button('Restore: Mona Old'));
    const dialog = await screen.findByRole('dialog', { name: 'Restore Mona Old?' });
    type('Teacher No', '12');
    fireEvent.click(button('Restore', dialog));
    await screen.findByText('Mona Old restored.');
    expect(server.callsOf(accountsContract.restoreEmployee).map(({ input }) => input)).toEqual([
      { employee_id: 'T3' },
      { employee_id: 'T4', teacher_num: 12 },
    ]);
    await screen.findByText(listWordings.theArchiveIsEmpty);
  });
});

describe('two teachers of one name', () => {
  it('have their numbers in the buttons, the windows and what is said of them', async () => {
    const twin = teacher('T5', { teacher_num: 12, user_name: 'mnunez2' });
    server.on(peopleContract.listEmployees, () => [mona, twin]);
    server.on(accountsContract.archiveEmployee, () => saved({ ...twin, deleted_at: '2026-01-01T00:00:00.000Z' }));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Archive: Mona Núñez (12)' }));
    fireEvent.click(button('Archive', await screen.findByRole('alertdialog', { name: 'Archive Mona Núñez (12)?' })));
    await screen.findByText('Mona Núñez (12) archived.');
  });
});
