import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { authRefusals, authWordings } from '#shared/accounts/wordings.ts';
import { SignIn } from '../../../web/features/accounts/sign-in/sign-in.tsx';
import { rememberInterruption } from '../../../web/session/expiry/session-expiry.ts';
import { loadPage } from '../../../web/session/page-loading.ts';
import { sessionWordings } from '../../../web/session/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, waitForRequests, watchNavigation } from '../page.tsx';
import { answerVisitor, okAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let navigation: ReturnType<typeof watchNavigation>;

beforeEach(() => {
  server = startContractServer();
  answerVisitor(server);
  navigation = watchNavigation();
});

/** The answer of a sign-in that asks for no second factor. */
const signedIn =
  (employee_id: string, password_reset = false) =>
  () => ({ employee_id, password_reset, second_factor: 'none' as const });
const open = (area: Area = 'staff') =>
  render(<SignIn area={area} title="Northgate" subtitle="Sign in" onSignedIn={loadPage} />);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = (userName: string, password: string) => {
  type('Username', userName);
  type('Password', password);
  press('LOGIN');
};

describe('step 1, username and password', () => {
  it('gets the security cookie, signs the teacher in and opens the teacher area', async () => {
    server.on(authContract.employeeLogin, signedIn('E17'));
    open();
    submit(' teacher ', 'Demo-school-1');
    await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/term-reports'));
    expect(server.calls.map(({ row }) => row.path)).toEqual(['/sanctum/csrf-cookie', '/api/employee-login']);
    expect(server.calls[1]?.input).toEqual({ name: 'teacher', password: 'Demo-school-1' });
    expect(server.calls[1]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  it('says that the username is empty, and sends nothing', async () => {
    open('admin');
    press('LOGIN');
    expect(screen.getByRole('alert').textContent).toBe(authWordings.userNameEmpty);
    expect(field('Username').getAttribute('aria-invalid')).toBe('true');
    await waitForRequests();
    expect(server.calls).toHaveLength(0);
  });

  it('asks for a recovery code too where strangers have used up the tries, and sends it along', async () => {
    server.on(authContract.employeeLogin, () => ({ status: 429, message: authRefusals.tooManyTries, retryAfter: 950 }));
    open();
    submit('teacher', 'Demo-school-1');
    const code = await screen.findByLabelText('Recovery code');
    screen.getByText(
      'If an authenticator app is set up for you, type one of its recovery codes too and go on. It is not used up.',
    );
    server.on(authContract.employeeLogin, signedIn('E17'));
    fireEvent.change(code, { target: { value: 'k7qf-2m9x' } });
    type('Password', 'Demo-school-1');
    press('LOGIN');
    await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/term-reports'));
    expect(server.calls.at(-1)?.input).toEqual({
      name: 'teacher',
      password: 'Demo-school-1',
      recovery_code: 'k7qf-2m9x',
    });
  });

  it.each([
    ['a wrong password', { status: 401, message: authRefusals.wrongCredentials }],
    ['a pause', { status: 429, message: authRefusals.waitSeconds(8), retryAfter: 8 }],
  ])('asks for no recovery code after %s', async (_what, refusal) => {
    server.on(authContract.employeeLogin, () => refusal);
    open();
    submit('teacher', 'wrong');
    await screen.findByText(refusal.message);
    expect(screen.queryByLabelText('Recovery code')).toBeNull();
  });

  describe('by Enter in the password', () => {
    const login = () => screen.getByRole('button', { name: 'LOGIN' });
    const key = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'x' });
    /** Hands that go on typing, until they are stopped. */
    const typeOn = () => {
      const timer = setInterval(key, 50);
      return () => clearInterval(timer);
    };
    /** The browser sends a form on Enter in one of its fields, and the focus is still there. */
    const enter = () => {
      type('Username', 'teacher');
      type('Password', 'Demo-school-1');
      act(() => field('Password').focus());
      fireEvent.keyDown(field('Password'), { key: 'Enter' });
      fireEvent.submit(field('Password'));
    };

    it('moves to LOGIN, so that Login Error opens by itself', async () => {
      server.setReachable(false);
      open();
      enter();
      expect(document.activeElement).toBe(login());
      await screen.findByRole('alertdialog', { name: 'Login Error' }, { timeout: 3_000 });
      expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
    });

    it('comes back to a refused password, and not before the keys rest', async () => {
      server.on(authContract.employeeLogin, () => refuseWith(401, authRefusals.wrongCredentials));
      open();
      enter();
      const stop = typeOn();
      await screen.findByRole('alert');
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(document.activeElement).toBe(login());
      stop();
      await waitFor(() => expect(document.activeElement).toBe(field('Password')), { timeout: 3_000 });
    });

    it.each([
      'while the server thinks',
      'once it has refused',
    ])('leaves somebody alone who goes to the username %s', async (moment) => {
      server.on(authContract.employeeLogin, () => refuseWith(401, authRefusals.wrongCredentials));
      open();
      enter();
      const goElsewhere = () => act(() => field('Username').focus());
      if (moment === 'while the server thinks') goElsewhere();
      await screen.findByRole('alert');
      if (moment === 'once it has refused') {
        key();
        expect(document.activeElement).toBe(login());
        goElsewhere();
      }
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(document.activeElement).toBe(field('Username'));
    });

    it('lets somebody who goes on typing the password finish before it asks for the username', async () => {
      open();
      type('Password', 'Demo-school');
      act(() => field('Password').focus());
      fireEvent.keyDown(field('Password'), { key: 'Enter' });
      fireEvent.submit(field('Password'));
      key();
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(document.activeElement).toBe(field('Password'));
    });

    it('gives the new password’s field nothing that is typed before it was seen', async () => {
      server.on(authContract.employeeLogin, signedIn('E62', true));
      open();
      enter();
      const stop = typeOn();
      await screen.findByLabelText('New Password');
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(document.activeElement).toBe(document.body);
      stop();
      await waitFor(() => expect(document.activeElement).toBe(field('New Password')), { timeout: 3_000 });
    });
  });

  it('signs in once, however often LOGIN is pressed while the server thinks', async () => {
    server.on(authContract.employeeLogin, signedIn('E17'));
    open();
    submit('teacher', 'Demo-school-1');
    press('LOGIN');
    press('LOGIN');
    await waitFor(() => expect(navigation.replace).toHaveBeenCalled());
    expect(server.callsOf(authContract.employeeLogin)).toHaveLength(1);
  });
});

describe('step 2, password alone', () => {
  const _interrupt = () =>
    rememberInterruption({
      reason: 'inactivity',
      area: 'staff',
      userName: 'teacher',
      returnTo: '/term-reports/enter-marks?lesson=7',
    });

  it('takes nobody to the place of a user whose name this tab never learnt', async () => {
    rememberInterruption({ reason: 'ended', area: 'staff', userName: '', returnTo: '/term-reports/enter-marks' });
    server.on(authContract.employeeLogin, signedIn('E18'));
    open();
    expect(screen.getByRole('status').textContent).toBe(authWordings.notSignedIn);
    submit('dean', 'Demo-school-1');
    await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/term-reports'));
  });
});

describe('step 3, new password', () => {
  const reach = async () => {
    server.on(authContract.employeeLogin, signedIn('E62', true));
    open();
    submit('newteacher', 'Demo-school-1');
    await screen.findByLabelText('New Password');
  };

  it('sends nothing while the rule is not met or the two are not equal, and says which', async () => {
    await reach();
    type('New Password', 'short');
    press('CHANGE PASSWORD');
    expect((await screen.findByRole('alert')).textContent).toBe('At least 10 characters.');
    type('New Password', 'Long-enough-1');
    type('Confirm Password', 'Long-enough-2');
    press('CHANGE PASSWORD');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The two passwords are not the same.'));
    await waitForRequests();
    expect(server.callsOf(authContract.changeOwnPassword)).toHaveLength(0);
  });

  it('ticks each part of the rule off while it is typed, and says how strong it is', async () => {
    await reach();
    const met = () => screen.getAllByRole('listitem').filter((item) => item.hasAttribute('data-met')).length;
    const strength = () => screen.getByRole('meter', { name: 'Strength' }).getAttribute('aria-valuetext');
    expect([met(), strength()]).toEqual([0, sessionWordings.notKnownYet]);
    type('New Password', 'abc');
    expect(met()).toBe(1);
    type('New Password', 'password1234');
    await waitFor(() => expect(strength()).toBe(sessionWordings.easyToGuess));
    expect(met()).toBe(2);
    type('Confirm Password', 'password1234');
    press('CHANGE PASSWORD');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Not easy to guess/));
    type('New Password', 'Long-enough-1');
    await waitFor(() => expect(strength()).toBe(sessionWordings.veryHardToGuess));
    expect(met()).toBe(screen.getAllByRole('listitem').length);
    type('New Password', 'long newteacher 1');
    expect(
      screen
        .getByText(/^Without your user name/)
        .closest('li')
        ?.hasAttribute('data-met'),
    ).toBe(false);
  });

  it('lets a password be pasted and managers fill it', async () => {
    await reach();
    for (const label of ['New Password', 'Confirm Password']) {
      expect(field(label).autocomplete).toBe('new-password');
      expect(fireEvent.paste(field(label), { clipboardData: { getData: () => 'Long-enough-1' } })).toBe(true);
    }
    const user = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect(user?.value).toBe('newteacher');
  });

  it('leads back to the first step with the server’s sentence when the five minutes are over', async () => {
    server.on(authContract.changeOwnPassword, () => refuseWith(401, authRefusals.challengeOver));
    await reach();
    type('New Password', 'Long-enough-1');
    type('Confirm Password', 'Long-enough-1');
    press('CHANGE PASSWORD');
    await screen.findByLabelText('Username');
    expect(screen.getByRole('alert').textContent).toBe(authRefusals.challengeOver);
  });
});

it('gets a new security cookie and tries once more when the server no longer takes the old one', async () => {
  server.on(authContract.employeeLogin, signedIn('E17'));
  server.on(authContract.setCsrfCookie, () => {
    // Between the cookie and the sign-in the server's secret changes, once.
    if (server.callsOf(authContract.setCsrfCookie).length === 1) server.rotateCsrf();
    return okAnswer;
  });
  open();
  await act(async () => submit('teacher', 'Demo-school-1'));
  await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/term-reports'));
  expect(server.callsOf(authContract.setCsrfCookie)).toHaveLength(2);
});
