import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountScreenWordings, authRefusals } from '#shared/accounts/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { secondFactorWordings } from '../../../../web/second-factor/wordings.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../../page.tsx';
import { answerTeacher } from '../../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;
let factor: Output<typeof authContract.readSecondFactorState>;

const codes = ['abcd-efgh-jkmn-pqrs', 'bcde-fghj-kmnp-qrst'];
const app = { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/Northgate:teacher?secret=ABCDEFGHIJKLMNOP' };

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerTeacher(server);
  factor = { rule: 'offered', since: null, recovery_codes_left: 0 };
  server.on(authContract.readSecondFactorState, () => factor);
  server.on(authContract.readMyAccount, () => ({ user_name: 'teacher', sessions: [], devices: [], events: [] }));
});

const since = '2026-03-14T10:42:00.000Z';
const section = async () => {
  await openArea('/term-reports/my-account');
  return screen.findByRole('region', { name: 'Second factor' });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), { target: { value } });

describe('the second factor in My account', () => {
  it('is set up with the password, the first code of the app, and then recovery codes that are shown once', async () => {
    server.on(authContract.beginSetUp, (input) => {
      expect(input).toEqual({ current_password: 'My-password-1' });
      return app;
    });
    let tries = 0;
    server.on(authContract.confirmSetUp, () => {
      tries += 1;
      if (tries === 1) return refuseWith(422, 'Please check the fields.', { code: [authRefusals.codeWrong] });
      factor = { rule: 'offered', since, recovery_codes_left: 2 };
      return { recovery_codes: codes };
    });
    const shown = await section();
    fireEvent.click(await within(shown).findByRole('button', { name: accountScreenWordings.setUpAnApp }));
    await screen.findByRole('dialog', { name: accountScreenWordings.setUpAnAuthenticatorApp });
    type('Current Password', 'My-password-1');
    press('Next');
    await screen.findByRole('img', { name: secondFactorWordings.qrCodeForAuthenticatorApp });
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    type('Code', '000000');
    press('Set up');
    await screen.findByText(authRefusals.codeWrong);
    type('Code', '123456');
    press('Set up');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect([...list.children].map((line) => line.textContent)).toEqual(codes);
    press(accountScreenWordings.iHaveKeptThem);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull());
    expect((await section()).textContent).toContain('Recovery codes left: 2');
  });

  it('says how many recovery codes are left, warns of few, and makes new ones', async () => {
    factor = { rule: 'demanded', since, recovery_codes_left: 1 };
    server.on(authContract.makeRecoveryCodes, (input) => {
      expect(input).toEqual({ current_password: 'My-password-1', code: '123456' });
      return { recovery_codes: codes };
    });
    const shown = await section();
    await within(shown).findByText('Recovery codes left: 1');
    expect(shown.textContent).toContain(accountScreenWordings.fewRecoveryCodesLeft);
    press(accountScreenWordings.makeNewCodes);
    await screen.findByRole('dialog', { name: accountScreenWordings.makeNewRecoveryCodes });
    type('Current Password', 'My-password-1');
    type('Code', '123456');
    press('Make codes');
    await screen.findByRole('list', { name: 'Recovery codes' });
  });

  it('is ended by password and code', async () => {
    factor = { rule: 'offered', since, recovery_codes_left: 9 };
    server.on(authContract.endSecondFactor, (input) => {
      expect(input).toEqual({ current_password: 'My-password-1', code: codes[0], kind: 'recovery' });
      factor = { rule: 'offered', since: null, recovery_codes_left: 0 };
      return { ok: true as const };
    });
    const shown = await section();
    fireEvent.click(await within(shown).findByRole('button', { name: accountScreenWordings.endSecondFactor }));
    const dialog = await screen.findByRole('dialog', { name: accountScreenWordings.endSecondFactor });
    type('Current Password', 'My-password-1');
    press(secondFactorWordings.useARecoveryCode);
    type('Recovery code', codes[0] ?? '');
    fireEvent.click(within(dialog).getByRole('button', { name: accountScreenWordings.endSecondFactor }));
    await screen.findByText(accountScreenWordings.passwordAloneSignsIn);
    await screen.findByRole('button', { name: accountScreenWordings.setUpAnApp });
  });

  it('has no end where the school demands it', async () => {
    factor = { rule: 'demanded', since, recovery_codes_left: 9 };
    const shown = await section();
    await within(shown).findByText('Recovery codes left: 9');
    expect(within(shown).queryByRole('button', { name: accountScreenWordings.endSecondFactor })).toBeNull();
  });

  it('has every device asked for a code again', async () => {
    factor = { rule: 'offered', since, recovery_codes_left: 9 };
    server.on(authContract.forgetTrustedDevices, () => ({ ok: true as const }));
    const shown = await section();
    fireEvent.click(await within(shown).findByRole('button', { name: accountScreenWordings.askEverywhereAgain }));
    await screen.findByText(accountScreenWordings.nextSignInAsksForCode);
  });
});
