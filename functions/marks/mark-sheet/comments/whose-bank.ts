import { authMessages } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { type Caller, isAdmin } from '../../../platform/requests/caller.ts';
import { schoolBank } from './bank-store.ts';

/** Whose comments a write is about. Own ones are the caller's; the school's are the office's to write. */
export function ownerToWrite(scope: 'own' | 'school', caller: Caller): string {
  if (scope === 'own') return caller.accountId;
  if (!isAdmin(caller)) throw new ForbiddenError(authMessages.forbidden);
  return schoolBank;
}
