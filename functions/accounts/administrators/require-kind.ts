import { type PermissionEntry, permissionKey, ptaPermissions } from '#shared/accounts/auth/permissions.ts';
import { ValidationError } from '../../platform/errors.ts';

/** PTA is a kind: its list names what that kind may have, or less (rule 36). @throws ValidationError */
export function requireKind(role: 'Admin' | 'PTA', permissions: readonly PermissionEntry[]): void {
  if (role === 'Admin') return;
  const allowed = new Set(ptaPermissions().map(permissionKey));
  if (permissions.every((permission) => allowed.has(permissionKey(permission)))) return;
  throw new ValidationError({ permissions: ['A PTA account has Students and Student Attendance, and nothing else.'] });
}
