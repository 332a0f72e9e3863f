import {
  Archive,
  CalendarOff,
  CalendarRange,
  ChartPie,
  ClipboardCheck,
  Clock,
  FileCheck,
  FileUp,
  User,
  UserRound,
  Users,
} from 'lucide-react';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import type { AdminSession } from '../../session/session.ts';
import { type AttendanceMenuItem, officeActsOfOptions, screenOfAct, windowOfAct } from './attendance-acts.ts';

interface ActGroup {
  title: string;
  /** The kinds of administrator that see the group (product §6). */
  who: readonly AdminSession['kind'][];
  acts: readonly AttendanceMenuItem[];
}

const office = 'Office';

const menuOfCore: readonly ActGroup[] = [
  {
    title: 'Reports',
    who: ['Admin', 'PTA'],
    acts: [
      windowOfAct(
        {
          name: 'class',
          label: attendanceScreenWordings.attendanceClass,
          icon: Users,
          text: 'Every student of a class in a range of days.',
        },
        () => import('./reports/class-report.tsx'),
      ),
      windowOfAct(
        {
          name: 'student',
          label: attendanceScreenWordings.attendanceStudent,
          icon: User,
          text: 'One student’s days, of this year or of the dates that you choose.',
        },
        () => import('./reports/student-report.tsx'),
      ),
      windowOfAct(
        {
          name: 'late',
          label: attendanceScreenWordings.attendanceLateList,
          icon: Clock,
          text: 'Who was late, day by day.',
        },
        () => import('./reports/late-report.tsx'),
      ),
      windowOfAct(
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
      screenOfAct(
        {
          name: 'register',
          label: 'Class Register',
          icon: ClipboardCheck,
          text: 'Mark a class in the morning and in the afternoon, today or on an earlier day.',
        },
        () => import('./register/register.tsx'),
      ),
      screenOfAct(
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
    title: office,
    who: ['Admin'],
    acts: [
      screenOfAct(
        {
          name: 'import',
          label: 'Import Scans',
          icon: FileUp,
          text: 'The file of a scanner that is not connected, with a preview of what it adds.',
        },
        () => import('./scans/import-scans.tsx'),
      ),
      screenOfAct(
        {
          name: 'days',
          label: 'School Days',
          icon: CalendarOff,
          text: 'The days of a term: close one, make it a half day or give it other times.',
        },
        () => import('./days/school-days.tsx'),
      ),
      windowOfAct(
        {
          name: 'set-term',
          label: attendanceScreenWordings.attendanceSetTerm,
          icon: CalendarRange,
          text: 'First and last day of each term, between which school days are counted.',
        },
        () => import('./office/set-term-window.tsx'),
      ),
      windowOfAct(
        {
          name: 'update-term-reports',
          label: attendanceScreenWordings.attendanceUpdateTermReports,
          icon: FileCheck,
          text: 'Write times absent and late of the current term into the term reports.',
        },
        () => import('./office/update-term-reports-window.tsx'),
      ),
      windowOfAct(
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

/** The menu of a school with these options, in order. */
export const attendanceMenu = (options: readonly string[]): readonly ActGroup[] =>
  menuOfCore.map((group) =>
    group.title === office ? { ...group, acts: [...officeActsOfOptions.of(options).flat(), ...group.acts] } : group,
  );
