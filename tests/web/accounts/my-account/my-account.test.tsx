import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { ListedSession } from '#shared/accounts/auth/own-account.ts';
import { accountScreenWordings, authRefusals } from '#shared/accounts/wordings.ts';
import { sessionWordings } from '../../../../web/session/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed, watchNavigation } from '../../page.tsx';
import { answerAdmin, answerTeacher, okAnswer } from '../../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const at = '2026-03-14T10:42:00.000Z';
const session = (letter: string, fields: Partial<ListedSession> = {}): ListedSession => ({
  session_id: letter.repeat(22),
  browser: 'Firefox on Windows',
  network: '203.0.113.0/24',
  begun_at: at,
  last_used_at: at,
  is_this: false,
  ...fields,
});
const here = session('a', { is_this: true });
const phone = session('b', { browser: 'Safari on iPhone' });
const device = {
  device_id: 'd'.repeat(22),
  browser: 'Edge on Windows',
  network: '203.0.113.0/24',
  first_at: at,
  last_at: at,
  is_this: false,
};
const account = {
  user_name: 'teacher',
  sessions: [here, phone],
  devices: [device],
  events: [
    { kind: 'refused' as const, at, network: '198.51.100.0/24' },
    { kind: 'signed in' as const, at, network: '203.0.113.0/24' },
  ],
};
let shown: typeof account;

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerTeacher(server);
  shown = structuredClone(account);
  server.on(authContract.readMyAccount, () => shown);
  server.on(authContract.readSecondFactorState, () => ({ rule: 'off' as const, since: null, recovery_codes_left: 0 }));
});

const open = () => openArea('/term-reports/my-account');
const section = (name: string) => screen.findByRole('region', { name });
const button = (name: string | RegExp, inside: HTMLElement = document.body) =>
  within(inside).getByRole('button', { name });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), { target: { value } });

describe('My account', () => {
  it.each(['Admin', 'PTA'] as const)('is opened by the name in the banner, of %s too', async (kind) => {
    answerAdmin(server, kind, ['students']);
    await openArea('/admin/dashboard/my-account');
    await screen.findByRole('heading', { name: 'My account' });
    const link = screen.getByRole('link', { name: 'Maureen O’Brien My account' });
    expect(link.getAttribute('href')).toBe('/admin/dashboard/my-account');
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('says where one is signed in, which devices are known, and what happened at the door', async () => {
    await open();
    const sessions = await section(accountScreenWordings.whereYouAreSignedIn);
    const lines = within(sessions).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent?.replace(/\d\d:\d\d/g, 'hh:mm'))).toEqual([
      'Firefox on Windows This oneSince 14-Mar-2026 hh:mm, last used 14-Mar-2026 hh:mm, network 203.0.113.0/24Logout',
      'Safari on iPhone Since 14-Mar-2026 hh:mm, last used 14-Mar-2026 hh:mm, network 203.0.113.0/24End',
    ]);
    expect((await section('Devices')).textContent).toContain('Edge on Windows');
    const events = within(await section('Recent sign-ins')).getAllByRole('listitem');
    expect(events[0]?.textContent).toContain('Refused: wrong password');
    expect(events[1]?.textContent).toContain('Signed in');
  });

  it('ends another session and shows those that are left', async () => {
    server.on(authContract.endOwnSessions, (input) => {
      expect(input).toEqual({ session_id: phone.session_id });
      shown.sessions = [here];
      return { sessions: [here] };
    });
    await open();
    const sessions = await section(accountScreenWordings.whereYouAreSignedIn);
    fireEvent.click(button(/^End: Safari on iPhone/, sessions));
    expect(await screen.findByText('Safari on iPhone is signed out.')).toBeTruthy();
    await waitFor(() => expect(within(sessions).getAllByRole('listitem')).toHaveLength(1));
    expect(within(sessions).queryByRole('button', { name: accountScreenWordings.endAllOthers })).toBeNull();
  });

  it.each([
    ['the password', { rule: 'off' as const, since: null }, { current_password: 'My-password-1' }],
    [
      'the password and a code',
      { rule: 'offered' as const, since: at },
      { current_password: 'My-password-1', code: '123456', kind: 'app' },
    ],
  ])('asks for %s first where the user signed in long ago', async (_what, factor, proof) => {
    server.on(authContract.readSecondFactorState, () => ({ ...factor, recovery_codes_left: 0 }));
    let isProven = false;
    server.on(authContract.endOwnSessions, () => {
      if (!isProven) return refuseWith(428, authRefusals.proofDue);
      shown.sessions = [here];
      return { sessions: [here] };
    });
    server.on(authContract.confirmOwner, (input) => {
      if (input.current_password !== 'My-password-1')
        return refuseWith(422, 'Please check.', { current_password: [authRefusals.currentPasswordWrong] });
      expect(input).toEqual(proof);
      isProven = true;
      return okAnswer;
    });
    const asked = () => server.calls.map(({ row }) => row.path).filter((path) => /end-own|confirm/.test(path));
    await open();
    const sessions = await section(accountScreenWordings.whereYouAreSignedIn);
    fireEvent.click(button(/^End: Safari/, sessions));
    await screen.findByRole('dialog', { name: sessionWordings.showThatItIsYou });
    if ('code' in proof) type('Code', '123456');
    else expect(screen.queryByLabelText(/^Code/)).toBeNull();
    fireEvent.click(button('Cancel'));
    await waitUntilWindowsClosed();
    expect(asked()).toEqual(['/api/end-own-sessions']);
    expect(within(sessions).getAllByRole('listitem')).toHaveLength(2);

    await waitFor(() =>
      expect(button(accountScreenWordings.endAllOthers, sessions).getAttribute('aria-busy')).not.toBe('true'),
    );
    fireEvent.click(button(accountScreenWordings.endAllOthers, sessions));
    await screen.findByRole('dialog', { name: sessionWordings.showThatItIsYou });
    type('Current Password', 'wrong');
    if ('code' in proof) type('Code', '123456');
    fireEvent.click(button('Go on'));
    await screen.findByText(authRefusals.currentPasswordWrong);
    type('Current Password', 'My-password-1');
    fireEvent.click(button('Go on'));
    expect(await screen.findByText(accountScreenWordings.signedOutEverywhereElse)).toBeTruthy();
    await waitUntilWindowsClosed();
    expect(asked().slice(1)).toEqual(
      ['end-own-sessions', 'confirm-owner', 'confirm-owner', 'end-own-sessions'].map((path) => `/api/${path}`),
    );
  });

  it('logs out where this session is ended', async () => {
    const { assign, replace } = watchNavigation();
    server.on(authContract.logout, () => okAnswer);
    await open();
    fireEvent.click(button(/^Logout: Firefox on Windows/, await section(accountScreenWordings.whereYouAreSignedIn)));
    await waitFor(() => expect(assign.mock.calls.length + replace.mock.calls.length).toBeGreaterThan(0));
    expect(server.calls.map(({ row }) => row.path)).toContain('/logout');
  });

  it('forgets a device', async () => {
    server.on(authContract.forgetDevice, (input) => {
      expect(input).toEqual({ device_id: device.device_id });
      return { devices: [] };
    });
    await open();
    const devices = await section('Devices');
    fireEvent.click(button(/^Forget: Edge on Windows/, devices));
    expect(await screen.findByText('Edge on Windows is forgotten.')).toBeTruthy();
    expect(devices.textContent).toContain('None yet');
  });

  it('changes the password with the one from before', async () => {
    server.on(authContract.changeOwnPassword, (input) => {
      expect(input).toEqual({ name: 'teacher', current_password: 'Before-it-1', password: 'The-next-one-27' });
      return { id: 'E17', area: 'staff' as const, password_reset: false, second_factor: 'none' as const };
    });
    await open();
    fireEvent.click(button('Change password', await section('Password')));
    const dialog = await screen.findByRole('dialog', { name: 'Change password' });
    expect([...dialog.querySelectorAll('input')].map(({ autocomplete }) => autocomplete)).toEqual([
      'current-password',
      'username',
      'new-password',
      'new-password',
    ]);
    type('Current Password', 'Before-it-1');
    type('New Password', 'The-next-one-27');
    type('Confirm Password', 'The-next-one-28');
    fireEvent.click(button('Change password', dialog));
    expect(await screen.findByText('The two passwords are not the same.')).toBeTruthy();
    type('Confirm Password', 'The-next-one-27');
    fireEvent.click(button('Change password', dialog));
    expect(await screen.findByText(accountScreenWordings.passwordChanged)).toBeTruthy();
    await waitUntilWindowsClosed();
  });
});
