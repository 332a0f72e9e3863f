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
import type { WindowActProps } from './menu-window-props.ts';

/** What Student Attendance offers. `name` is in the address, `?act=late`, and the rest of the address is the act's own. */
export type AttendanceMenuItem = ActLine &
  ({ Screen: ComponentType } | { Window: (props: WindowActProps) => ReactNode });

interface ActLine {
  name: string;
  label: string;
  /** One sentence about what it is for. */
  text: string;
  icon: LucideIcon;
}

interface ActGroup {
  title: string;
  /** The kinds of administrator that have its acts (product §6). */
  who: readonly AdminSession['kind'][];
  acts: readonly AttendanceMenuItem[];
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** An act that takes the place of the menu. */
const screen = (line: ActLine, load: Load<object>): AttendanceMenuItem => ({ ...line, Screen: lazyPart(load) });
/** An act that opens over it. */
const window = (line: ActLine, load: Load<WindowActProps>): AttendanceMenuItem => ({
  ...line,
  Window: whenOpened(load),
});

/** The menu, in order. */
export const attendanceMenu: readonly ActGroup[] = [
  {
    title: 'Reports',
    who: ['Admin', 'PTA'],
    acts: [
      window(
        {
          name: 'class',
          label: 'Attendance - Class',
          icon: Users,
          text: 'Every student of a class in a range of days.',
        },
        () => import('./reports/class-report.tsx'),
      ),
      window(
        {
          name: 'student',
          label: 'Attendance - Student',
          icon: User,
          text: 'One student’s days, of this year or of the dates that you choose.',
        },
        () => import('./reports/student-report.tsx'),
      ),
      window(
        { name: 'late', label: 'Attendance - Late List', icon: Clock, text: 'Who was late, day by day.' },
        () => import('./reports/late-report.tsx'),
      ),
      window(
        {
          name: 'summary',
          label: 'Attendance - Summary Statistics',
          icon: ChartPie,
          text: 'Attendance by form level, of the school, and the late.',
        },
        () => import('./reports/summary.tsx'),
      ),
    ],
  },
  {
    title: 'Every day',
    who: ['Admin'],
    acts: [
      screen(
        {
          name: 'register',
          label: 'Class Register',
          icon: ClipboardCheck,
          text: 'Who of a class is there: morning and afternoon, today or an earlier day.',
        },
        () => import('./register/register.tsx'),
      ),
      screen(
        {
          name: 'students',
          label: 'Student Attendance',
          icon: UserRound,
          text: 'A student’s days by term: possible attendance, attendance, lates.',
        },
        () => import('./student-days/student-attendance.tsx'),
      ),
    ],
  },
  {
    title: 'Office',
    who: ['Admin'],
    acts: [
      window(
        {
          name: 'cards',
          label: 'Student Cards',
          icon: IdCard,
          text: 'Cards with a picture and a code for the scanner, of a class, eight on a page.',
        },
        () => import('./office/student-cards.tsx'),
      ),
      screen(
        {
          name: 'stations',
          label: 'Stations',
          icon: ScanLine,
          text: 'The desks at the gate: make a link, see when each was last heard of, end it.',
        },
        () => import('./scans/stations.tsx'),
      ),
      screen(
        {
          name: 'import',
          label: 'Import Scans',
          icon: FileUp,
          text: 'The file of a scanner that is not connected: id and time, with a look at what it adds.',
        },
        () => import('./scans/import-scans.tsx'),
      ),
      screen(
        {
          name: 'days',
          label: 'School Days',
          icon: CalendarOff,
          text: 'The days of a term: close one, make it a half day or give it other times.',
        },
        () => import('./days/school-days.tsx'),
      ),
      window(
        {
          name: 'set-term',
          label: 'Attendance - Set Term',
          icon: CalendarRange,
          text: 'First and last day of each term, by which school days are counted.',
        },
        () => import('./office/set-term.tsx'),
      ),
      window(
        {
          name: 'update-term-reports',
          label: 'Attendance - Update Term Reports',
          icon: FileCheck,
          text: 'Times absent and late of the current term, from the records into the term reports.',
        },
        () => import('./office/update-term-reports.tsx'),
      ),
      window(
        {
          name: 'archive',
          label: 'Attendance - Archive',
          icon: Archive,
          text: 'Old records, half year by half year, out of the way; lists and reports go on showing them.',
        },
        () => import('./office/archive.tsx'),
      ),
    ],
  },
];
