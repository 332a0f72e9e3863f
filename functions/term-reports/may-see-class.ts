import { authMessages } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { type Caller, isAdmin } from '../platform/requests/caller.ts';

/** Form teachers and deans see their classes, admins with the menu all of them (product §6, rule 14). */
export function checkClassPost(caller: Caller, posts: readonly unknown[]): void {
  if (!isAdmin(caller) && posts.length === 0) throw new ForbiddenError(authMessages.forbidden);
}
