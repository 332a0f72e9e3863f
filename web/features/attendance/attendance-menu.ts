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
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import type { AdminSession } from '../../session/session.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { lazyOverlay, type OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';

/** An entry of the menu of Student Attendance. `name` is in the address, `?act=late`. */
export type AttendanceMenuItem = ActLine & ({ Screen: ComponentType } | { Window: (props: OverlayProps) => ReactNode });

interface ActLine {
  name: string;
  label: string;
  /** One sentence about what it is for. */
  text: string;
  icon: LucideIcon;
}

interface ActGroup {
  title: string;
  /** The kinds of administrator that see the group (product §6). */
  who: readonly AdminSession['kind'][];
  acts: readonly AttendanceMenuItem[];
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** An entry that replaces the menu. */
const screen = (line: ActLine, load: Load<object>): AttendanceMenuItem => ({ ...line, Screen: lazyWithRetry(load) });
/** An entry that opens over the menu. */
const window = (line: ActLine, load: Load<OverlayProps>): AttendanceMenuItem => ({
  ...line,
  Window: lazyOverlay(load),
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
          label: attendanceScreenWordings.attendanceClass,
          icon: Users,
          text: 'Every student of a class in a range of days.',
        },
        () => import('./reports/class-report.tsx'),
      ),
      window(
        {
          name: 'student',
          label: attendanceScreenWordings.attendanceStudent,
          icon: User,
          text: 'One student’s days, of this year or of the dates that you choose.',
        },
        () => import('./reports/student-report.tsx'),
      ),
      window(
        {
          name: 'late',
          label: attendanceScreenWordings.attendanceLateList,
          icon: Clock,
          text: 'Who was late, day by day.',
        },
        () => import('./reports/late-report.tsx'),
      ),
      window(
        {
          name: 'summary',
          label: attendanceScreenWordings.attendanceSummaryStatistics,
          icon: ChartPie,
          text: 'Attendance of the school and of each form level, and lateness.',
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
          text: 'Mark a class in the morning and in the afternoon, today or on an earlier day.',
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
        () => import('./office/student-cards-window.tsx'),
      ),
      screen(
        {
          name: 'stations',
          label: 'Stations',
          icon: ScanLine,
          text: 'The scan stations at the gate: make a link, see when each was last connected, end it.',
        },
        () => import('./scans/stations.tsx'),
      ),
      screen(
        {
          name: 'import',
          label: 'Import Scans',
          icon: FileUp,
          text: 'The file of a scanner that is not connected, with a preview of what it adds.',
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
          label: attendanceScreenWordings.attendanceSetTerm,
          icon: CalendarRange,
          text: 'First and last day of each term, between which school days are counted.',
        },
        () => import('./office/set-term-window.tsx'),
      ),
      window(
        {
          name: 'update-term-reports',
          label: attendanceScreenWordings.attendanceUpdateTermReports,
          icon: FileCheck,
          text: 'Write times absent and late of the current term into the term reports.',
        },
        () => import('./office/update-term-reports-window.tsx'),
      ),
      window(
        {
          name: 'archive',
          label: attendanceScreenWordings.attendanceArchive,
          icon: Archive,
          text: 'Move old records into files, half year by half year; lists and reports still show them.',
        },
        () => import('./office/attendance-archive-window.tsx'),
      ),
    ],
  },
];
