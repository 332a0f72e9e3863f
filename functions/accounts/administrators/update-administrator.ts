import { joinPermissionKeys, type PermissionEntry, parsePermissionKeys } from '#shared/accounts/auth/permissions.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { requireManageAdmins } from '../../platform/requests/require-manage-admins.ts';
import { decideChangesUnlessConflict, type FieldValue } from '../../platform/table/field-changes.ts';
import {
  accountAuditSubject,
  auditedPermissionsChange,
  callerAndTargetKeys,
  changeAdministrator,
  requireOtherAdministrator,
  requirePermissionsOfKind,
} from './administrator-store.ts';
import { finishAdministratorChange } from './administrators.ts';

export const updateAdministrator = callHandler(accountsContract.updateAdministrator, {
  prefetch: ({ user_admin_id }, callerId) => callerAndTargetKeys(user_admin_id, callerId),
  handle: async ({ input, found, caller, request }) => {
    requireManageAdmins(caller);
    const { user_admin_id: accountId } = input;
    // A list as one text: one that allows the same is the same.
    const save = { values: fieldsOf(input), was: input.was && fieldsOf(input.was) };
    await changeAdministrator(requireOtherAdministrator({ own: found.own, target: found.target }), {
      caller,
      request,
      decide: async ({ target }) => {
        const stored = fieldsOf(target);
        const changed = await decideChangesUnlessConflict<Field>({
          save,
          value: (field) => stored[field] ?? null,
          trail: { subject: accountAuditSubject(accountId) },
        });
        if (changed.length === 0) return null;
        const { name = target.name, permissions } = Object.fromEntries(
          changed.map(({ field, after }) => [field, after]),
        );
        const next = {
          ...target,
          name: String(name),
          permissions: permissions === undefined ? target.permissions : parsePermissionKeys(String(permissions)),
        };
        if (permissions !== undefined)
          requirePermissionsOfKind(target.role === 'PTA' ? 'PTA' : 'Admin', next.permissions);
        const changes = changed.map(({ field, before, after }) =>
          field === 'permissions' ? auditedPermissionsChange(target, next) : { field, before, after },
        );
        return { next, changes };
      },
    });
    return finishAdministratorChange(accountId, { caller, request });
  },
});

type Field = 'name' | 'permissions';

const fieldsOf = ({
  name,
  permissions,
}: {
  name?: string | undefined;
  permissions?: readonly PermissionEntry[] | undefined;
}): Partial<Record<Field, FieldValue>> => ({
  ...(name === undefined ? {} : { name }),
  ...(permissions === undefined ? {} : { permissions: joinPermissionKeys(permissions) }),
});
