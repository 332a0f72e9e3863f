import { eraseStudentsAction, manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { reportTitles } from '#shared/reports/wordings.ts';
import { wholeSchoolWordings } from '#shared/school/wordings.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { attendanceMenu } from '../../features/attendance/attendance-menu.ts';
import { type PartOfScreen, partsOfScreensOfOptions } from '../../session/screens-of-options.ts';
import type { AdminSession } from '../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../session/site-paths.ts';
import type { AdminScreenEntry } from '../screens/admin-screens.ts';
import type { PaletteItem } from './palette-item.ts';

const acts: readonly PartOfScreen[] = [
  { screen: 'current-term', kind: 'Act', label: 'Set / Update Term' },
  { screen: 'current-term', kind: 'Act', label: 'Register Students' },
  { screen: 'current-term', kind: 'Act', label: 'Close term' },
  { screen: 'teachers', kind: 'Act', label: 'Add New Teacher', fields: { add: '1' } },
  { screen: 'teachers', kind: 'Act', label: 'Lessons and classes without a teacher', fields: { without: '1' } },
  {
    screen: 'teachers',
    kind: 'Act',
    label: 'Add Administrator',
    action: manageAdminsAction,
    fields: { tab: 'administrators', admin: 'new' },
  },
  {
    screen: 'teachers',
    kind: 'Act',
    label: wholeSchoolWordings.title,
    action: manageAdminsAction,
    fields: { tab: 'administrators', file: '1' },
  },
  { screen: 'students', kind: 'Act', label: 'Add Student', fields: { add: '1' } },
  { screen: 'students', kind: 'Act', label: 'Upload Students', fields: { upload: 'students' } },
  { screen: 'students', kind: 'Act', label: studentScreenWordings.selectDataColumns, fields: { choose: 'columns' } },
  { screen: 'students', kind: 'Act', label: 'Empty Form for registration', fields: { 'form-empty': '1' } },
  {
    screen: 'students',
    kind: 'Act',
    label: 'Students to Erase',
    action: eraseStudentsAction,
    fields: { view: 'archive', erasures: '1' },
  },
  { screen: 'subjects', kind: 'Act', label: 'Add New Subject', fields: { tab: 'edit', add: '1' } },
  { screen: 'term-details', kind: 'Act', label: 'Print School, all report cards' },
];

const partsOfScreens: readonly PartOfScreen[] = [
  { screen: 'teachers', kind: 'Screen', label: 'Archived teachers', fields: { tab: 'archive' } },
  {
    screen: 'teachers',
    kind: 'Screen',
    label: 'Administrators',
    action: manageAdminsAction,
    fields: { tab: 'administrators' },
  },
  { screen: 'students', kind: 'Screen', label: 'Archived students', fields: { view: 'archive' } },
  { screen: 'subjects', kind: 'Screen', label: 'Edit/View Subjects', fields: { tab: 'edit' } },
  { screen: 'subjects', kind: 'Screen', label: 'Subject Student Assignment', fields: { tab: 'assignment' } },
  { screen: 'subjects', kind: 'Screen', label: 'Batch Assignment', fields: { tab: 'batch' } },
  { screen: 'enter-marks', kind: 'Screen', label: 'Enter Marks of a teacher', fields: { choose: 'teacher' } },
  { screen: 'course-mark', kind: 'Screen', label: 'Mark Book', fields: { option: 'book' } },
  { screen: 'course-mark', kind: 'Screen', label: 'Mark Book Spreadsheet', fields: { option: 'spreadsheet' } },
  { screen: 'reports', kind: 'Screen', label: reportTitles.studentSubject, fields: { report: 'student-subject' } },
  { screen: 'reports', kind: 'Screen', label: reportTitles.reportCardAccess, fields: { report: 'report-card-access' } },
  { screen: 'reports', kind: 'Screen', label: reportTitles.failedLogins, fields: { report: 'failed-logins' } },
  { screen: 'reports', kind: 'Screen', label: reportTitles.noLogins, fields: { report: 'no-logins' } },
  { screen: 'promotion-plan', kind: 'Screen', label: 'Classes of the coming year', fields: { view: 'classes' } },
  { screen: 'completeness', kind: 'Screen', label: 'Completeness as a list', fields: { view: 'list' } },
];

const attendanceScreen = 'student-attendance';

/**
 * The parts of the administrator's screens in a school with these options, and what is done there most often. Their
 * rights are those of the screens.
 */
export function listPalettePlaces(
  admin: AdminSession,
  screens: readonly AdminScreenEntry[],
  options: readonly string[],
): PaletteItem[] {
  const inAttendance = attendanceMenu(options)
    .filter(({ who }) => who.includes(admin.kind))
    .flatMap((group) =>
      group.acts.map(({ name, label }): PartOfScreen => {
        const kind = group.title === 'Reports' ? 'Screen' : 'Act';
        return { screen: attendanceScreen, kind, label, fields: { act: name } };
      }),
    );
  const canDo = ({ action }: PartOfScreen) =>
    action === undefined || admin.permissions.some((permission) => permission.action === action);
  const places =
    admin.kind === 'PTA'
      ? inAttendance
      : [...partsOfScreens, ...inAttendance, ...acts, ...partsOfScreensOfOptions.of(options).flat()];
  return places.filter(canDo).flatMap(({ screen, kind, label, fields = {} }): PaletteItem[] => {
    const found = screens.find(({ path }) => path === screen);
    return found
      ? [
          {
            kind,
            label,
            hint: found.label,
            isPart: true,
            to: buildScreenAddress(`${sitePaths.adminArea}/${screen}`, fields),
          },
        ]
      : [];
  });
}
