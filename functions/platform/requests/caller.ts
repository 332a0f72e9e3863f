import type { CallRow, MenuKey, Role } from '#shared/http/contract.ts';

/** The caller, read from session and account for this request (rules 14, 15). */
export interface Caller {
  /** `employee_id` of a teacher, `user_admin_id` of an admin, `student.<id>` of a student. */
  accountId: string;
  role: Role;
  userName: string;
  /** "First Last". */
  name: string;
  permissions: readonly Permission[];
  /** Hash of the session's secret: names the session record. */
  sessionHash: string;
  /** When the owner of the account last re-authenticated in this session, in milliseconds since 1970. */
  provedAt?: number | undefined;
  /** Until when the rate limiter refuses this session, in milliseconds since 1970. */
  slowedUntil?: number | undefined;
}

/** A desk with a scanner, which calls by its key (ADR 0061). */
export interface StationCaller {
  stationId: string;
  /** Such as "Main gate". */
  name: string;
  /** When it last called with nothing left to send, UTC. */
  inTouchAt?: string | undefined;
}

/** The id of an account, or of a station. */
export const callerId = (caller: Caller | StationCaller): string =>
  'stationId' in caller ? caller.stationId : caller.accountId;

export interface Permission {
  menu: MenuKey;
  /** For example `editTermReports`; null for the menu entry alone. */
  action: string | null;
}

/** True for the office: both kinds of administrator. */
export const isAdmin = (caller: Pick<Caller, 'role'>): boolean => caller.role === 'Admin' || caller.role === 'PTA';

export const hasMenu = (caller: Pick<Caller, 'permissions'>, menus: readonly MenuKey[]): boolean =>
  caller.permissions.some((permission) => menus.includes(permission.menu));

/**
 * Whether a signed-in caller may make a call: by role, and for the office by menu. A call that combines others may
 * return no more than those.
 */
export const isOpenTo = (
  caller: Pick<Caller, 'role' | 'permissions'>,
  { who, menu }: Pick<CallRow, 'who' | 'menu'>,
): boolean => Array.isArray(who) && who.includes(caller.role) && (!isAdmin(caller) || !menu || hasMenu(caller, menu));

/** True when the permission list names an action, such as `editTermReports`. */
export const hasAction = (caller: Pick<Caller, 'permissions'>, action: string): boolean =>
  caller.permissions.some((permission) => permission.action === action);
