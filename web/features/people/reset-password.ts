import { accountWordings as messages } from '#shared/accounts/wordings.ts';
import { confirm, showModal } from '../../ui/overlays/modal.tsx';
import type { PasswordSlipData } from './password-slip.tsx';

/** Confirms the reset of a password, which signs its owner out; `who` tells the owner from others of the name. */
export const confirmPasswordReset = (name: string, who: string): Promise<boolean> =>
  confirm({ title: messages.resetQuestion(name), text: `${who}. ${messages.resetMeans}`, confirmLabel: 'Ok' });

type Answered = Omit<PasswordSlipData, 'password'> & { password: string | null };

/** Shows the slip of a one-time password, or where to find it: a retry of an answered request has no password. */
export function showPasswordSlip({ password, ...slip }: Answered, onSlip: (slip: PasswordSlipData) => void): void {
  if (password !== null) onSlip({ ...slip, password });
  else void showModal({ openedBy: 'answer', title: `${slip.name} can sign in`, text: messages.passwordNotArrived });
}
