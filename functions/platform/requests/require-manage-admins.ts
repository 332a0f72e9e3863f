import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../errors.ts';
import { type Caller, hasAction } from './caller.ts';

/**
 * For administrators' accounts (rule 36), and for what gives the whole school out: only those who may do everything.
 * @throws ForbiddenError where the caller may not manage administrators
 */
export function requireManageAdmins(caller: Pick<Caller, 'permissions'>): void {
  if (!hasAction(caller, manageAdminsAction)) throw new ForbiddenError(authRefusals.forbidden);
}
