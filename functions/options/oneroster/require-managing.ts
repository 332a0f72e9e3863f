import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { type Caller, hasAction } from '../../platform/requests/caller.ts';

/** Those who may do everything else, too, give the school out, and let others take it. @throws ForbiddenError */
export function requireManaging(caller: Pick<Caller, 'permissions'>): void {
  if (!hasAction(caller, manageAdminsAction)) throw new ForbiddenError(authRefusals.forbidden);
}
