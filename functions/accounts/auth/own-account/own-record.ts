import { authMessages } from '#shared/accounts/auth/messages.ts';
import { NotSignedInError } from '../../../platform/errors.ts';
import { type AccountItem, accountKey } from '../../../sessions/accounts.ts';

/** The caller's own account, read with the session. */
export const ownKey = (callerId: string) => ({ own: accountKey(callerId) });

export function ownAccount({ own }: { own: AccountItem | undefined }): AccountItem {
  if (!own) throw new NotSignedInError(authMessages.notSignedIn);
  return own;
}
