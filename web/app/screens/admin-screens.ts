import {
  BellDot,
  BookOpen,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  FileCheck,
  FileText,
  Gauge,
  GraduationCap,
  IdCard,
  LayoutTemplate,
  ListTodo,
  type LucideIcon,
  NotebookPen,
  PenLine,
  ScrollText,
  Users,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { MenuKey } from '#shared/http/contract.ts';
import type { PublicSchool } from '#shared/school/public-school.ts';
import { dueWordings } from '#shared/school/wordings.ts';
import { layoutScreenWordings } from '#shared/term-reports/layouts/screen-wordings.ts';
import { type MenuGroup, screensOfOptions } from '../../session/screens-of-options.ts';
import type { AdminSession } from '../../session/session.ts';
import { lazyOverlay, type OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';

export interface AdminScreenEntry {
  menu: MenuKey;
  /** Undefined for what the area opens with. */
  group?: MenuGroup;
  /** The kinds of admin that its calls answer; a permission alone does not open a screen to the other kind. */
  kinds: readonly AdminSession['kind'][];
  label: string;
  /** Under /admin/dashboard. */
  path: string;
  icon: LucideIcon;
  /** True where the school does not use it: its menu entry is shown and disabled (product §2). */
  isOff?: (school: PublicSchool) => boolean;
  /** Decides in place of the permission. */
  isOpenTo?: (admin: AdminSession) => boolean;
  /** True where it has no menu entry at all. */
  isHidden?: (school: PublicSchool) => boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * Each key of product §2 that has a screen, in its order there; the first one that is permitted opens with the area.
 */
export const coreScreens: readonly AdminScreenEntry[] = [
  {
    menu: 'dashboard',
    kinds: ['Admin'],
    label: 'Current Term',
    path: 'current-term',
    icon: CalendarDays,
    load: () => import('../../features/school/current-term.tsx'),
  },
  {
    menu: 'employees',
    group: 'People',
    kinds: ['Admin'],
    label: 'Teachers',
    path: 'teachers',
    icon: Users,
    load: () => import('../../features/people/teachers.tsx'),
  },
  {
    menu: 'students',
    group: 'People',
    kinds: ['Admin', 'PTA'],
    label: 'Students',
    path: 'students',
    icon: IdCard,
    load: () => import('../../features/students/students.tsx'),
  },
  {
    menu: 'studentSubjects',
    group: 'Marks',
    kinds: ['Admin'],
    label: 'Subjects',
    path: 'subjects',
    icon: BookOpen,
    load: () => import('../../features/subjects/subjects.tsx'),
  },
  {
    menu: 'postReports',
    group: 'Term',
    kinds: ['Admin'],
    label: 'Post Term Reports',
    path: 'post-reports',
    icon: FileCheck,
    load: () => import('../../features/term-reports/posting/post-term-reports.tsx'),
  },
  {
    menu: 'postReports',
    group: 'Term',
    kinds: ['Admin'],
    label: layoutScreenWordings.title,
    path: 'card-layouts',
    icon: LayoutTemplate,
    load: () => import('../../features/term-reports/layouts/card-layouts.tsx'),
  },
  {
    menu: 'termReports',
    group: 'Term',
    kinds: ['Admin'],
    label: 'Edit\\View Term Details',
    path: 'term-details',
    icon: FileText,
    load: () => import('../../features/term-reports/view-term-reports.tsx'),
  },
  {
    menu: 'enterMarks',
    group: 'Marks',
    kinds: ['Admin'],
    label: 'Enter Marks',
    path: 'enter-marks',
    icon: PenLine,
    load: () => import('../../features/marks/mark-sheet/enter-marks.tsx'),
  },
  {
    menu: 'courseMark',
    group: 'Marks',
    kinds: ['Admin'],
    label: 'Course Mark',
    path: 'course-mark',
    icon: NotebookPen,
    load: () => import('../../features/marks/mark-book/mark-book.tsx'),
  },
  {
    menu: 'reports',
    group: 'Term',
    kinds: ['Admin'],
    label: 'Reports',
    path: 'reports',
    icon: ChartColumn,
    load: () => import('../../features/reports/reports.tsx'),
  },
  {
    menu: 'registration',
    group: 'Year',
    kinds: ['Admin'],
    label: 'Registration',
    path: 'registration',
    icon: ClipboardList,
    load: () => import('../../features/school/registration/registration-windows.tsx'),
  },
  {
    menu: 'attendanceStudent',
    group: 'Term',
    kinds: ['Admin', 'PTA'],
    label: 'Student Attendance',
    path: 'student-attendance',
    icon: CalendarCheck,
    isOff: ({ attendance }) => attendance === undefined,
    load: () => import('../../features/attendance/attendance.tsx'),
  },
  {
    menu: 'promotion',
    group: 'Year',
    kinds: ['Admin'],
    label: 'Promotion Plan',
    path: 'promotion-plan',
    icon: ListTodo,
    load: () => import('../../features/school/promotion/promotion-plan.tsx'),
  },
  {
    menu: 'completeness',
    group: 'Marks',
    kinds: ['Admin'],
    label: 'Completeness',
    path: 'completeness',
    icon: Gauge,
    load: () => import('../../features/term-reports/completeness/completeness.tsx'),
  },
  {
    menu: 'officeLog',
    group: 'Year',
    kinds: ['Admin'],
    label: 'Office Log',
    path: 'office-log',
    icon: ScrollText,
    load: () => import('../../features/reports/office-log/office-log.tsx'),
  },
];

/** With those of options, each behind the last one of its menu. */
export function listAdminScreens(): readonly AdminScreenEntry[] {
  const added = screensOfOptions.all().flat();
  return coreScreens.flatMap((screen, index) => {
    const isLast = !coreScreens.some(({ menu }, other) => other > index && menu === screen.menu);
    return isLast ? [screen, ...added.filter(({ menu }) => menu === screen.menu)] : [screen];
  });
}

/** An entry of the menu that opens over the section, without closing it. */
export interface AdminDialogEntry extends Omit<AdminScreenEntry, 'path' | 'load' | 'isOff' | 'isHidden'> {
  Dialog: (props: OverlayProps) => ReactNode;
}

/** Menus in which something may be due. */
const dueMenus: readonly MenuKey[] = ['employees', 'postReports', 'registration', 'attendanceStudent', 'completeness'];

export const adminDialogs: readonly AdminDialogEntry[] = [
  {
    // Above the groups, where others have Current Term, which shows the same.
    menu: 'dashboard',
    kinds: ['Admin'],
    label: dueWordings.title,
    icon: BellDot,
    isOpenTo: (admin) => !hasMenu(admin, 'dashboard') && dueMenus.some((menu) => hasMenu(admin, menu)),
    Dialog: lazyOverlay(() => import('../../features/school/due/due-dialog.tsx')),
  },
  {
    menu: 'promotion',
    group: 'Year',
    kinds: ['Admin'],
    label: 'Promotion',
    icon: GraduationCap,
    Dialog: lazyOverlay(() => import('../../features/school/promotion/promotion-dialog.tsx')),
  },
];

const hasMenu = (admin: AdminSession, menu: MenuKey): boolean =>
  admin.permissions.some((permission) => permission.menu === menu);

export const canOpenAdminScreen = (
  admin: AdminSession,
  { menu, kinds, isOpenTo }: Pick<AdminScreenEntry, 'menu' | 'kinds' | 'isOpenTo'>,
): boolean => kinds.includes(admin.kind) && (isOpenTo ? isOpenTo(admin) : hasMenu(admin, menu));

export const listPermittedScreens = (admin: AdminSession): readonly AdminScreenEntry[] =>
  listAdminScreens().filter((screen) => canOpenAdminScreen(admin, screen));
