import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { type Caller, hasAction } from '../../platform/requests/caller.ts';

/** Who may do everything else, too, gives the school out, and lets others take it. @throws ForbiddenError */
export function requireManaging(caller: Pick<Caller, 'permissions'>): void {
  if (!hasAction(caller, manageAdminsAction)) throw new ForbiddenError(authRefusals.forbidden);
}
