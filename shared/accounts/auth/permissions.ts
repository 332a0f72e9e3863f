import { type MenuKey, menuKeys } from '../../http/contract.ts';

/** Entries of the admin menu as product §2 labels them. */
export const menuLabels: Readonly<Record<MenuKey, string>> = {
  dashboard: 'Current Term',
  employees: 'Teachers',
  students: 'Students',
  studentSubjects: 'Subjects',
  postReports: 'Post Term Reports',
  termReports: 'Edit\\View Term Details',
  enterMarks: 'Enter Marks',
  courseMark: 'Course Mark',
  reports: 'Reports',
  registration: 'Registration',
  promotion: 'Promotion',
  attendanceStudent: 'Student Attendance',
  completeness: 'Completeness',
  officeLog: 'Office Log',
};

/** Writes every term report (product §6). */
export const editTermReportsAction = 'editTermReports';
/** Makes administrators, and changes what they may do (rule 36). */
export const manageAdminsAction = 'manageAdmins';
/** Erases students of the archive, which cannot be undone (ADR 0060). */
export const eraseStudentsAction = 'eraseStudents';

/** Every action that a permission list can name, with the menu entry that it belongs to. */
export const permissionActions = [
  { menu: 'termReports', action: editTermReportsAction, label: 'Edit every term report' },
  { menu: 'employees', action: manageAdminsAction, label: 'Manage administrators' },
  { menu: 'students', action: eraseStudentsAction, label: 'Erase students' },
] as const satisfies readonly { menu: MenuKey; action: string; label: string }[];

/** A line of a permission list: a menu entry, or with an action what may be done there beyond opening it. */
export interface PermissionEntry {
  menu: MenuKey;
  action: string | null;
}

/** Every menu entry and every action. */
export const allPermissions = (): PermissionEntry[] => [
  ...menuKeys.map((menu) => ({ menu, action: null })),
  ...permissionActions.map(({ menu, action }) => ({ menu, action })),
];

/** What the restricted kind of administrator, PTA, has (product §6): it never has more. */
export const ptaPermissions = (): PermissionEntry[] => [
  { menu: 'students', action: null },
  { menu: 'attendanceStudent', action: null },
];

/** Names a line of a list: `termReports` or `termReports/editTermReports`. */
export const permissionKey = ({ menu, action }: PermissionEntry): string =>
  action === null ? menu : `${menu}/${action}`;

/** A list in the order of the menu, each line once: two lists that allow the same are the same. */
export function sortPermissions(permissions: readonly PermissionEntry[]): PermissionEntry[] {
  const keys = new Set(permissions.map(permissionKey));
  return allPermissions().filter((permission) => keys.has(permissionKey(permission)));
}

/** A list as one text, by which two can be compared and chosen from; and back. What nobody knows is left out. */
export const joinPermissionKeys = (permissions: readonly PermissionEntry[]): string =>
  sortPermissions(permissions).map(permissionKey).join(',');
export function parsePermissionKeys(text: string): PermissionEntry[] {
  const keys = new Set(text.split(','));
  return allPermissions().filter((permission) => keys.has(permissionKey(permission)));
}

/** As words, for the trail and for a choice between two lists. */
export const permissionsText = (permissions: readonly PermissionEntry[]): string =>
  sortPermissions(permissions)
    .map(({ menu, action }) => permissionActions.find((one) => one.action === action)?.label ?? menuLabels[menu])
    .join(', ') || 'nothing';
