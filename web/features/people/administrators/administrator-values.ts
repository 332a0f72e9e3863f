import { permissionKeys } from '#shared/accounts/auth/permissions.ts';
import type { Administrator } from '#shared/accounts/contract.ts';

/** The fields of the dialog; `permissions` as `permissionKeys` writes them. */
export interface AdministratorValues {
  name: string | null;
  user_name: string | null;
  user_admin: 'Admin' | 'PTA';
  permissions: string;
}

export const valuesOf = (administrator: Administrator | undefined): AdministratorValues =>
  administrator
    ? {
        name: administrator.name,
        user_name: administrator.user_name,
        user_admin: administrator.user_admin,
        permissions: permissionKeys(administrator.permissions),
      }
    : { name: null, user_name: null, user_admin: 'Admin', permissions: '' };

export const kindLabels = { Admin: 'Administrator', PTA: 'PTA' } as const;
