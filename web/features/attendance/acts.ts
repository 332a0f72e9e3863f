import {
  Archive,
  CalendarOff,
  CalendarRange,
  ChartPie,
  ClipboardCheck,
  Clock,
  FileCheck,
  FileUp,
  IdCard,
  type LucideIcon,
  ScanLine,
  User,
  UserRound,
  Users,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { AdminSession } from '../../session/session.ts';
import { lazyPart } from '../../ui/display/lazy-part.ts';
import { whenOpened } from '../../ui/overlays/when-opened.tsx';
import type { WindowActProps } from './window-act.ts';

type Kind = AdminSession['kind'];

/** What Student Attendance offers. `name` is in the address, `?act=late`, and the rest of the address is the act's own. */
export type AttendanceAct = ActLine & ({ Screen: ComponentType } | { Window: (props: WindowActProps) => ReactNode });

interface ActLine {
  name: string;
  label: string;
  /** One sentence about what it is for. */
  text: string;
  icon: LucideIcon;
  group: (typeof actGroups)[number];
  /** The kinds of administrator that have it (product §6). */
  who: readonly Kind[];
}

/** Headings of the menu, in order. */
export const actGroups = ['Reports', 'Every day', 'Office'] as const;

const everybody: readonly Kind[] = ['Admin', 'PTA'];
const office: readonly Kind[] = ['Admin'];

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** An act that takes the place of the menu (`screen`), or opens over it (`window`). */
const act = (line: ActLine, part: { screen: Load<object> } | { window: Load<WindowActProps> }): AttendanceAct =>
  'screen' in part ? { ...line, Screen: lazyPart(part.screen) } : { ...line, Window: whenOpened(part.window) };

/** Every act, in the order of the menu. */
export const attendanceActs: readonly AttendanceAct[] = [
  act(
    {
      name: 'register',
      label: 'Class Register',
      text: 'Who of a class is there: morning and afternoon, today or an earlier day.',
      icon: ClipboardCheck,
      group: 'Every day',
      who: office,
    },
    { screen: () => import('./register/register.tsx') },
  ),
  act(
    {
      name: 'class',
      label: 'Attendance - Class',
      text: 'Every student of a class in a range of days.',
      icon: Users,
      group: 'Reports',
      who: everybody,
    },
    { window: () => import('./reports/class-report.tsx') },
  ),
  act(
    {
      name: 'student',
      label: 'Attendance - Student',
      text: 'One student’s days, of this year or of the dates that you choose.',
      icon: User,
      group: 'Reports',
      who: everybody,
    },
    { window: () => import('./reports/student-report.tsx') },
  ),
  act(
    {
      name: 'late',
      label: 'Attendance - Late List',
      text: 'Who was late, day by day.',
      icon: Clock,
      group: 'Reports',
      who: everybody,
    },
    { window: () => import('./reports/late-report.tsx') },
  ),
  act(
    {
      name: 'summary',
      label: 'Attendance - Summary Statistics',
      text: 'Attendance by form level, of the school, and the late.',
      icon: ChartPie,
      group: 'Reports',
      who: everybody,
    },
    { window: () => import('./reports/summary.tsx') },
  ),
  act(
    {
      name: 'students',
      label: 'Student Attendance',
      text: 'A student’s days by term: possible attendance, attendance, lates.',
      icon: UserRound,
      group: 'Every day',
      who: office,
    },
    { screen: () => import('./student/student-attendance.tsx') },
  ),
  act(
    {
      name: 'cards',
      label: 'Student Cards',
      text: 'Cards with a picture and a code for the scanner, of a class, eight on a page.',
      icon: IdCard,
      group: 'Office',
      who: office,
    },
    { window: () => import('./cards/student-cards.tsx') },
  ),
  act(
    {
      name: 'stations',
      label: 'Stations',
      text: 'The desks at the gate: make a link, see when each was last heard of, end it.',
      icon: ScanLine,
      group: 'Office',
      who: office,
    },
    { screen: () => import('./stations/stations.tsx') },
  ),
  act(
    {
      name: 'import',
      label: 'Import Scans',
      text: 'The file of a scanner that is not connected: id and time, with a look at what it adds.',
      icon: FileUp,
      group: 'Office',
      who: office,
    },
    { screen: () => import('./import/import-scans.tsx') },
  ),
  act(
    {
      name: 'days',
      label: 'School Days',
      text: 'The days of a term: close one, make it a half day or give it other times.',
      icon: CalendarOff,
      group: 'Office',
      who: office,
    },
    { screen: () => import('./days/school-days.tsx') },
  ),
  act(
    {
      name: 'set-term',
      label: 'Attendance - Set Term',
      text: 'First and last day of each term, by which school days are counted.',
      icon: CalendarRange,
      group: 'Office',
      who: office,
    },
    { window: () => import('./office/set-term.tsx') },
  ),
  act(
    {
      name: 'update-term-reports',
      label: 'Attendance - Update Term Reports',
      text: 'Times absent and late of the current term, from the records into the term reports.',
      icon: FileCheck,
      group: 'Office',
      who: office,
    },
    { window: () => import('./office/update-term-reports.tsx') },
  ),
  act(
    {
      name: 'archive',
      label: 'Attendance - Archive',
      text: 'Old records, half year by half year, out of the way; lists and reports go on showing them.',
      icon: Archive,
      group: 'Office',
      who: office,
    },
    { window: () => import('./office/archive.tsx') },
  ),
];
