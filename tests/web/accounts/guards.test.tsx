import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { appWordings } from '../../../web/app/wordings.ts';
import { screenTitles, sessionWordings } from '../../../web/session/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin, answerTeacher, answerVisitor } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let navigation: ReturnType<typeof watchNavigation>;

beforeEach(() => {
  server = startContractServer();
  navigation = watchNavigation();
});

const logOut = async () =>
  fireEvent.click((await screen.findAllByRole('button', { name: 'Logout' }))[0] as HTMLElement);

/** A page load of a sign-in page. */
async function openEntrance(area: 'staff' | 'admin') {
  const root = document.createElement('div');
  document.body.append(root);
  const { openEntrance: open } = await import('../../../web/app/entrance.tsx');
  await open(root, area);
}

describe('the areas', () => {
  it('have what has a name in the path, and lead there from the addresses of before without an entry of their own', async () => {
    answerTeacher(server);
    const history = await openArea('/term-reports/enter-marks?term=1&lesson=2025-MATH-1A');
    await waitFor(() => expect(history.location.href).toBe('/term-reports/enter-marks/2025-MATH-1A?term=1'));
    expect(history.canGoBack()).toBe(false);
  });

  it('say that a page could not be opened when the server stumbles, instead of taking the user for a visitor', async () => {
    answerTeacher(server);
    server.on(authContract.readAdminPermissions, () => refuseWith(500, 'Something went wrong.'));
    await openArea('/term-reports');
    await screen.findByText(appWordings.pageCouldNotBeOpened);
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(navigation.assign).not.toHaveBeenCalled();
  });
});

describe('the entrances', () => {
  const signedInBefore = (area: 'staff' | 'admin') => localStorage.setItem('formroom.area', area);

  it('ask nothing in a browser that knows of no sign-in', async () => {
    answerVisitor(server);
    await openEntrance('staff');
    await screen.findByRole('heading', { name: 'Northgate Secondary School' });
    expect(server.calls).toEqual([]);
  });

  it('ask once whether an earlier sign-in still holds, and not again when it does not', async () => {
    answerVisitor(server);
    signedInBefore('staff');
    await openEntrance('staff');
    await screen.findByRole('heading', { name: 'Northgate Secondary School' });
    expect(server.calls.map(({ row }) => row)).toEqual([authContract.readEmployeeByUserName]);
    await openEntrance('staff');
    expect(server.calls).toHaveLength(1);
  });

  it('ask again after an area was opened by a session that this browser had forgotten', async () => {
    answerTeacher(server);
    await openArea('/term-reports');
    await screen.findByRole('heading', { name: 'Main menu' });
    await openEntrance('staff');
    expect(navigation.replace).toHaveBeenCalledWith('/term-reports');
  });

  it('offer the staff sign-in to an admin, and the admin sign-in to a teacher', async () => {
    answerAdmin(server, 'Admin', ['dashboard']);
    signedInBefore('admin');
    await openEntrance('staff');
    await screen.findByRole('heading', { name: 'Northgate Secondary School' });
    answerTeacher(server);
    await openEntrance('admin');
    await screen.findByRole('heading', { name: 'Admin Sign in' });
    expect(navigation.replace).not.toHaveBeenCalled();
  });
});

describe('the admin menu', () => {
  const items = async () =>
    within(await screen.findByRole('navigation'))
      .queryAllByRole('link')
      .map((link) => link.textContent);

  it('shows what the permission list names and a screen exists for, and opens the first of it', async () => {
    server.school.options = [];
    answerAdmin(server, 'Admin', ['promotion', 'termReports', 'reports']);
    const history = await openArea('/admin/dashboard');
    await waitFor(() => expect(history.location.pathname).toBe('/admin/dashboard/term-details'));
    expect(await items()).toEqual(['Edit\\View Term Details', 'Reports', 'Promotion Plan']);
  });

  it('does not open a screen without its permission', async () => {
    answerAdmin(server, 'Admin', ['termReports']);
    const history = await openArea('/admin/dashboard/current-term');
    await waitFor(() => expect(history.location.pathname).toBe('/admin/dashboard/term-details'));
  });

  it('shows a PTA no screen whose calls refuse the PTA, whatever the list says', async () => {
    answerAdmin(server, 'PTA', ['dashboard', 'termReports', 'students']);
    const history = await openArea('/admin/dashboard');
    await waitFor(() => expect(history.location.pathname).toBe('/admin/dashboard/students'));
    expect(await items()).toEqual(['Students']);
  });
});

describe('the teacher area', () => {
  it('welcomes the teacher with name, form class and period, and offers the built options', async () => {
    server.school.options = [];
    answerTeacher(server);
    await openArea('/term-reports');
    const main = await screen.findByRole('main');
    await waitFor(() => expect(main.textContent).toContain('Welcome, Andrea Joseph3A · Term 1, 2025-2026'));
    const options = within(main)
      .getAllByRole('link')
      .map((link) => link.querySelector('strong')?.textContent);
    expect(options).toEqual([
      'Enter Marks - Course Work',
      'Enter Marks - End of Term',
      'Edit/View Term Reports',
      'Completeness',
    ]);
    expect(within(main).queryByText(screenTitles.backToMainMenu)).toBeNull();
  });
});

describe('Logout', () => {
  it('ends the session on the server, forgets the name, runs what features registered, and opens the sign-in page', async () => {
    answerTeacher(server);
    sessionStorage.setItem('formroom.user-name', 'mona');
    await openArea('/term-reports');
    const { onLogout } = await import('../../../web/session/sign-out.ts');
    const cleared: string[] = [];
    onLogout((userId) => void cleared.push(userId));
    await logOut();
    await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/'));
    expect(server.callsOf(authContract.logout)).toHaveLength(1);
    expect([cleared, sessionStorage.getItem('formroom.user-name')]).toEqual([['E17'], null]);
  });

  it('leaves the user signed in, and says so, when the server does not answer', async () => {
    answerTeacher(server);
    await openArea('/term-reports');
    const [button] = await screen.findAllByRole('button', { name: 'Logout' });
    server.setReachable(false);
    fireEvent.click(button as HTMLElement);
    await screen.findByRole('alertdialog', { name: sessionWordings.youAreStillSignedIn });
    expect(navigation.replace).not.toHaveBeenCalled();
  });
});
