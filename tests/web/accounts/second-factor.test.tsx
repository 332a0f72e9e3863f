import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals, signInScreenWordings } from '#shared/accounts/wordings.ts';
import { SignIn } from '../../../web/features/accounts/sign-in/sign-in.tsx';
import { secondFactorWordings } from '../../../web/second-factor/wordings.ts';
import { loadPage } from '../../../web/session/page-loading.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, watchNavigation } from '../page.tsx';
import { answerVisitor } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let navigation: ReturnType<typeof watchNavigation>;

beforeEach(() => {
  server = startContractServer();
  answerVisitor(server);
  navigation = watchNavigation();
});

const { beginDemandedSetUp, confirmDemandedSetUp, employeeLogin, signInWithCode } = authContract;
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** To after the password, where the server wants this. */
async function reach(second_factor: 'code' | 'set up') {
  server.on(employeeLogin, () => ({ employee_id: 'E17', password_reset: false, second_factor }));
  render(<SignIn area="staff" title="Northgate" subtitle="Sign in" onSignedIn={loadPage} />);
  type('Username', 'teacher');
  type('Password', 'Demo-school-1');
  press('LOGIN');
  await screen.findByLabelText('Code');
}

describe('the step for a code', () => {
  it('asks a phone for its digits and for what it knows, and has the focus', async () => {
    await reach('code');
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(navigation.replace).not.toHaveBeenCalled();
  });

  it('sends what was pasted by Enter, trusts the device only if it is asked to, and opens the area', async () => {
    server.on(signInWithCode, () => ({ id: 'E17', area: 'staff' as const, recovery_codes_left: 10 }));
    await reach('code');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Do not ask on this device for 30 days' }));
    type('Code', '123 456');
    fireEvent.submit(screen.getByLabelText('Code').closest('form') as HTMLFormElement);
    await waitFor(() => expect(navigation.replace).toHaveBeenCalledWith('/term-reports'));
    expect(server.calls.at(-1)?.input).toEqual({ code: '123 456', kind: 'app', trust_device: true });
  });

  it('says beside the field why a code is refused, and keeps asking', async () => {
    server.on(signInWithCode, () => refuseWith(422, 'Please check the fields.', { code: [authRefusals.codeUsed] }));
    await reach('code');
    type('Code', '123456');
    press('CONTINUE');
    expect((await screen.findByRole('alert')).textContent).toBe(authRefusals.codeUsed);
    expect(server.calls.at(-1)?.input).toEqual({ code: '123456', kind: 'app', trust_device: false });
  });

  it('goes back to the password with the reason when the time is over', async () => {
    server.on(signInWithCode, () => refuseWith(409, authRefusals.stepOver));
    await reach('code');
    type('Code', '123456');
    press('CONTINUE');
    expect((await screen.findByRole('alert')).textContent).toBe(authRefusals.stepOver);
    expect(screen.getByLabelText('Username')).toBeTruthy();
  });

  it('takes a recovery code instead, and says how many are left before it goes on', async () => {
    server.on(signInWithCode, () => ({ id: 'E17', area: 'staff' as const, recovery_codes_left: 2 }));
    await reach('code');
    expect(screen.getByText(signInScreenWordings.lostDevice)).toBeTruthy();
    press(secondFactorWordings.useARecoveryCode);
    type('Recovery code', 'abcd-efgh-jkmn-pqrs');
    press('CONTINUE');
    expect((await screen.findByText(/Recovery codes left: 2/)).textContent).toBeTruthy();
    expect(server.calls.at(-1)?.input).toMatchObject({ code: 'abcd-efgh-jkmn-pqrs', kind: 'recovery' });
    expect(navigation.replace).not.toHaveBeenCalled();
    press('CONTINUE');
    expect(navigation.replace).toHaveBeenCalledWith('/term-reports');
  });
});

describe('the step that sets up an app', () => {
  it('shows a QR code drawn here and the key to type, and after the first code the recovery codes', async () => {
    const secret = 'ABCDEFGHIJKLMNOP';
    const address = `otpauth://totp/Northgate:teacher?secret=${secret}&issuer=Northgate`;
    const codes = ['abcd-efgh-jkmn-pqrs', 'bcde-fghj-kmnp-qrst'];
    server.on(beginDemandedSetUp, () => ({ secret, address }));
    server.on(confirmDemandedSetUp, () => ({ id: 'E17', area: 'staff' as const, recovery_codes: codes }));
    await reach('set up');
    const qr = screen.getByRole('img', { name: secondFactorWordings.qrCodeForAuthenticatorApp });
    expect(qr.tagName.toLowerCase()).toBe('svg');
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'open the app' }).getAttribute('href')).toBe(address);
    type('Code', '123456');
    press('CONTINUE');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect([...list.children].map((line) => line.textContent)).toEqual(codes);
    expect(navigation.replace).not.toHaveBeenCalled();
    act(() => press('I HAVE KEPT THEM'));
    expect(navigation.replace).toHaveBeenCalledWith('/term-reports');
  });
});
