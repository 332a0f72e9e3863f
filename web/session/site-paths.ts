import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { buildAddress } from '../address/screen-address.ts';

/** The routes of product §2. */
export const sitePaths = {
  staffSignIn: '/',
  teacherArea: '/term-reports',
  adminSignIn: '/admin',
  adminArea: '/admin/dashboard',
  /** A teacher's mark sheets. */
  enterMarks: '/term-reports/enter-marks',
  /** The mark book in both areas; Enter Marks leads there. */
  markBook: '/term-reports/mark-book',
  courseMark: '/admin/dashboard/course-mark',
  /**
   * Mark sheets and term reports of the office, and term reports of a form teacher or dean: the completeness board
   * leads there.
   */
  adminEnterMarks: '/admin/dashboard/enter-marks',
  termDetails: '/admin/dashboard/term-details',
  viewReports: '/term-reports/view-reports',
  register: '/term-reports/class-register',
  reports: '/admin/dashboard/reports',
  /** The board of the office; the check before posting leads there. */
  completeness: '/admin/dashboard/completeness',
  postReports: '/admin/dashboard/post-reports',
  /** Registration windows. */
  registration: '/admin/dashboard/registration',
  /** Promotion student by student; the Promotion dialog leads there. */
  promotionPlan: '/admin/dashboard/promotion-plan',
  /** Teachers and their lessons; Batch Assignment leads there. */
  teachers: '/admin/dashboard/teachers',
  subjects: '/admin/dashboard/subjects',
  /** The register; with a student in the path, that student's page. */
  students: '/admin/dashboard/students',
  /** Attendance of the office; with `act` and `student` the days of one. */
  studentAttendance: '/admin/dashboard/student-attendance',
} as const;

/** The fields of an address that are in its path, such as the student of `/admin/dashboard/students/01633`. */
export const fieldsInPath: Readonly<Record<string, readonly string[]>> = {
  [sitePaths.enterMarks]: ['lesson'],
  [sitePaths.markBook]: ['lesson'],
  [sitePaths.adminEnterMarks]: ['lesson'],
  [sitePaths.courseMark]: ['lesson'],
  [sitePaths.viewReports]: ['class', 'student'],
  [sitePaths.termDetails]: ['class', 'student'],
  [sitePaths.students]: ['student'],
  [sitePaths.register]: ['class'],
  [sitePaths.reports]: ['report'],
};

/** The address of a screen with these fields. */
export const buildScreenAddress = (path: string, fields: Readonly<Record<string, string>>): `/${string}` =>
  buildAddress({ path, named: fieldsInPath[path] ?? [] }, new URLSearchParams(fields));

/** Where an area begins, and where its users sign in. */
export const homePages: Record<Area, string> = { staff: sitePaths.teacherArea, admin: sitePaths.adminArea };
export const signInPages: Record<Area, string> = { staff: sitePaths.staffSignIn, admin: sitePaths.adminSignIn };

/** Everybody's own sign-in, behind the name in the banner. */
export const myAccountPages = {
  staff: `${sitePaths.teacherArea}/my-account`,
  admin: `${sitePaths.adminArea}/my-account`,
} as const satisfies Record<Area, string>;

/** The area whose entrance is at that path; undefined for every other path. */
export function findAreaOfEntrancePath(path: string): Area | undefined {
  if (path === sitePaths.staffSignIn) return 'staff';
  return path.replace(/\/$/, '') === sitePaths.adminSignIn ? 'admin' : undefined;
}

const key = 'formroom.asked-place';

/** Remembers the address that a visitor opened before signing in (rule 42), for this tab. */
export const storeRequestedAddress = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void =>
  sessionStorage.setItem(key, pathname + search);

/** The address that was requested before signing in, once; null without one. */
export function takeRequestedAddress(area: Area): string | null {
  const asked = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return asked?.startsWith(`${homePages[area]}/`) ? asked : null;
}
