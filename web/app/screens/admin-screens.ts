import {
  BookOpen,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  DoorOpen,
  FileCheck,
  FileText,
  Gauge,
  GraduationCap,
  IdCard,
  ListTodo,
  type LucideIcon,
  Mail,
  NotebookPen,
  PenLine,
  ScrollText,
  Users,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { MenuKey } from '#shared/http/contract.ts';
import type { PublicSchool } from '#shared/school/school-file.ts';
import type { AdminSession } from '../../session/session.ts';
import { screenTitles } from '../../session/wordings.ts';
import { lazyOverlay, type OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';

export interface AdminScreenEntry {
  menu: MenuKey;
  /** The kinds of admin that its calls answer; a permission alone does not open a screen to the other kind. */
  kinds: readonly AdminSession['kind'][];
  label: string;
  /** Under /admin/dashboard. */
  path: string;
  icon: LucideIcon;
  /** True where the school does not use it: its menu entry is shown and disabled (product §2). */
  isOff?: (school: PublicSchool) => boolean;
  /** True where it has no menu entry at all. */
  isHidden?: (school: PublicSchool) => boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/** The admin menu in the order of product §2: each key that has a screen, and the screen. */
export const adminScreens: readonly AdminScreenEntry[] = [
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
    kinds: ['Admin'],
    label: 'Teachers',
    path: 'teachers',
    icon: Users,
    load: () => import('../../features/people/teachers.tsx'),
  },
  {
    menu: 'students',
    kinds: ['Admin', 'PTA'],
    label: 'Students',
    path: 'students',
    icon: IdCard,
    load: () => import('../../features/students/students.tsx'),
  },
  {
    menu: 'students',
    kinds: ['Admin'],
    label: 'Families',
    path: 'families',
    icon: DoorOpen,
    isHidden: ({ familyEntrance }) => familyEntrance === undefined,
    load: () => import('../../features/families/office/families.tsx'),
  },
  {
    menu: 'students',
    kinds: ['Admin'],
    label: screenTitles.lettersToFamilies,
    path: 'family-mails',
    icon: Mail,
    isHidden: ({ familyLetters }) => familyLetters === undefined,
    load: () => import('../../features/families/office/family-mails.tsx'),
  },
  {
    menu: 'studentSubjects',
    kinds: ['Admin'],
    label: 'Subjects',
    path: 'subjects',
    icon: BookOpen,
    load: () => import('../../features/subjects/subjects.tsx'),
  },
  {
    menu: 'postReports',
    kinds: ['Admin'],
    label: 'Post Term Reports',
    path: 'post-reports',
    icon: FileCheck,
    load: () => import('../../features/term-reports/posting/post-term-reports.tsx'),
  },
  {
    menu: 'termReports',
    kinds: ['Admin'],
    label: 'Edit\\View Term Details',
    path: 'term-details',
    icon: FileText,
    load: () => import('../../features/term-reports/view-term-reports.tsx'),
  },
  {
    menu: 'enterMarks',
    kinds: ['Admin'],
    label: 'Enter Marks',
    path: 'enter-marks',
    icon: PenLine,
    load: () => import('../../features/marks/mark-sheet/enter-marks.tsx'),
  },
  {
    menu: 'courseMark',
    kinds: ['Admin'],
    label: 'Course Mark',
    path: 'course-mark',
    icon: NotebookPen,
    load: () => import('../../features/marks/mark-book/mark-book.tsx'),
  },
  {
    menu: 'reports',
    kinds: ['Admin'],
    label: 'Reports',
    path: 'reports',
    icon: ChartColumn,
    load: () => import('../../features/reports/reports.tsx'),
  },
  {
    menu: 'registration',
    kinds: ['Admin'],
    label: 'Registration',
    path: 'registration',
    icon: ClipboardList,
    load: () => import('../../features/school/registration/registration-windows.tsx'),
  },
  {
    menu: 'attendanceStudent',
    kinds: ['Admin', 'PTA'],
    label: 'Student Attendance',
    path: 'student-attendance',
    icon: CalendarCheck,
    isOff: ({ attendance }) => attendance === undefined,
    load: () => import('../../features/attendance/attendance.tsx'),
  },
  {
    menu: 'promotion',
    kinds: ['Admin'],
    label: 'Promotion Plan',
    path: 'promotion-plan',
    icon: ListTodo,
    load: () => import('../../features/school/promotion/promotion-plan.tsx'),
  },
  {
    menu: 'completeness',
    kinds: ['Admin'],
    label: 'Completeness',
    path: 'completeness',
    icon: Gauge,
    load: () => import('../../features/term-reports/completeness/completeness.tsx'),
  },
  {
    menu: 'officeLog',
    kinds: ['Admin'],
    label: 'Office Log',
    path: 'office-log',
    icon: ScrollText,
    load: () => import('../../features/reports/office-log/office-log.tsx'),
  },
];

/** An entry of the menu that opens over the section, without closing it. */
export interface AdminDialogEntry extends Omit<AdminScreenEntry, 'path' | 'load' | 'isOff' | 'isHidden'> {
  Dialog: (props: OverlayProps) => ReactNode;
}

export const adminDialogs: readonly AdminDialogEntry[] = [
  {
    menu: 'promotion',
    kinds: ['Admin'],
    label: 'Promotion',
    icon: GraduationCap,
    Dialog: lazyOverlay(() => import('../../features/school/promotion/promotion-dialog.tsx')),
  },
];

export const canOpenAdminScreen = (admin: AdminSession, screen: Pick<AdminScreenEntry, 'menu' | 'kinds'>): boolean =>
  screen.kinds.includes(admin.kind) && admin.permissions.some((permission) => permission.menu === screen.menu);

export const listPermittedScreens = (admin: AdminSession): readonly AdminScreenEntry[] =>
  adminScreens.filter((screen) => canOpenAdminScreen(admin, screen));
