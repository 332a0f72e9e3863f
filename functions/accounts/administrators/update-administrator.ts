import { accountsContract } from '#shared/accounts/contract.ts';
import { inMenuOrder, type PermissionEntry, permissionKeys } from '#shared/auth/permissions.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import {
  changeAdministrator,
  pairKeys,
  permissionsChange,
  requireManager,
  requireOther,
} from './administrator-store.ts';
import { answerOf } from './answer.ts';
import { requireKind } from './require-kind.ts';

export const updateAdministrator = callHandler(accountsContract.updateAdministrator, {
  prefetch: ({ user_admin_id }, callerId) => pairKeys(user_admin_id, callerId),
  handle: async ({ input, found, caller, request }) => {
    requireManager(caller);
    const { was, user_admin_id: accountId } = input;
    await changeAdministrator(requireOther({ own: found.own, target: found.target }), {
      ...{ caller, request },
      decide: async ({ target }) => {
        const name = isMeant(input.name, was?.name) ? input.name : target.name;
        const list = listMeant(input.permissions, was?.permissions) ?? target.permissions;
        refuseConflict({ field: 'name', seen: was?.name, stored: target.name, wanted: name });
        refuseConflict({
          field: 'permissions',
          seen: was?.permissions && permissionKeys(was.permissions),
          stored: permissionKeys(target.permissions),
          wanted: permissionKeys(list),
        });
        if (list !== target.permissions) requireKind(target.role === 'PTA' ? 'PTA' : 'Admin', list);
        const next = { ...target, name, permissions: list };
        const changes = [{ field: 'name', before: target.name, after: name }, permissionsChange(target, next)];
        const changed = changes.filter(({ before, after }) => before !== after);
        return changed.length === 0 ? null : { next, changes: changed };
      },
    });
    return answerOf(accountId, request.now);
  },
});

/** A value that is what the user saw is no change. */
const isMeant = (value: string | undefined, seen: string | undefined): value is string =>
  value !== undefined && value !== seen;

function listMeant(list: PermissionEntry[] | undefined, seen: PermissionEntry[] | undefined) {
  if (list === undefined || (seen && permissionKeys(seen) === permissionKeys(list))) return undefined;
  return inMenuOrder(list);
}

/** @throws ConflictError where somebody else changed meanwhile what is to be changed (rule 9) */
function refuseConflict({
  field,
  seen,
  stored,
  wanted,
}: Record<'field' | 'stored' | 'wanted', string> & { seen: string | undefined }): void {
  if (wanted === stored || seen === undefined || seen === stored) return;
  throw new ConflictError('Somebody else has changed this since you opened it.', {
    ...{ field, yours: wanted, theirs: stored },
    ...{ by: null, at: null },
  });
}
