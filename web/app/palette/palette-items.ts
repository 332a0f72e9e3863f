import { useQueries, useQuery } from '@tanstack/react-query';
import { peopleContract } from '#shared/people/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { SiteAddress } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { useSchool } from '../../api/school.ts';
import type { AdminSession, StaffSession } from '../../session/session.ts';
import { buildScreenAddress, myAccountPages, sitePaths } from '../../session/site-paths.ts';
import { screenTitles } from '../../session/wordings.ts';
import { adminDialogs, canOpenAdminScreen, listPermittedScreens } from '../screens/admin-screens.ts';
import { useTeacherScreens } from '../screens/use-teacher-screens.ts';
import type { PaletteItem } from './palette-item.ts';
import { listPalettePlaces } from './palette-places.ts';

interface LoadedItems {
  items: readonly PaletteItem[];
  isLoading: boolean;
  isError: boolean;
  retry: () => void;
}

type Load = Pick<ReturnType<typeof useQuery>, 'isLoading' | 'isError' | 'refetch'>;

const loadedItems = (items: readonly PaletteItem[], queries: readonly Load[]): LoadedItems => ({
  items,
  isLoading: queries.some(({ isLoading }) => isLoading),
  isError: queries.some(({ isError }) => isError),
  retry: () => {
    for (const query of queries) if (query.isError) void query.refetch();
  },
});

/** Items that the administrator may open; calls that the server would refuse are not made. */
export function useAdminPaletteItems(admin: AdminSession): LoadedItems {
  const has = (menu: AdminSession['permissions'][number]['menu']) =>
    admin.permissions.some((permission) => permission.menu === menu);
  const isPta = admin.kind === 'PTA';
  const school = useSchool();
  const screens = listPermittedScreens(admin).filter(({ isOff, isHidden }) => !isOff?.(school) && !isHidden?.(school));
  const { listCurrentStudents: ofPta, listAllStudents } = studentRegisterContract;
  const current = useQuery({ ...queryOf(ofPta, { columns: 'id' }), enabled: isPta && has('students') });
  const all = useQuery({ ...queryOf(listAllStudents, { columns: 'id' }), enabled: !isPta && has('students') });
  const teachers = useQuery({ ...queryOf(peopleContract.listEmployees, {}), enabled: !isPta && has('employees') });
  const classes = useQuery({
    ...queryOf(termReportsContract.listClassesWithReports, {}),
    enabled: !isPta && has('termReports'),
  });
  const register = sitePaths.students;
  const lists = isPta ? current.data : all.data;
  const students = [
    ...studentsIn(lists?.current_students, ''),
    ...studentsIn(lists?.archived_students, ', archived'),
  ].map(({ id, ...item }) => ({ ...item, to: buildScreenAddress(register, isPta ? { search: id } : { student: id }) }));
  const listed = [...new Set(lists?.current_students?.flatMap(({ class_id }) => class_id ?? []))].sort();
  return loadedItems(
    [
      ...screens.map(({ label, path }) => screen(label, `${sitePaths.adminArea}/${path}`)),
      ...adminDialogs
        .filter((entry) => canOpenAdminScreen(admin, entry))
        .map(({ label, menu }): PaletteItem => ({ ...screen(label, '?'), dialog: menu })),
      screen('My account', myAccountPages.admin),
      ...listPalettePlaces(admin, screens, school.options),
      changePassword(myAccountPages.admin),
      ...listed.map((id) => classItem(id, 'Students', buildScreenAddress(register, { 'in.class_id': id }))),
      ...(classes.data ?? []).map(({ id }) =>
        classItem(id, 'Term reports', buildScreenAddress(`${sitePaths.adminArea}/term-details`, { class: id })),
      ),
      ...(teachers.data ?? []).map(
        ({ id, first_name, last_name, user_name }): PaletteItem => ({
          kind: 'Teacher',
          label: lastFirst({ last_name, first_name }),
          hint: user_name ?? '',
          to: buildScreenAddress(`${sitePaths.adminArea}/teachers`, { edit: id }),
        }),
      ),
      ...students,
    ],
    [current, all, teachers, classes],
  );
}

/** Items that a teacher may open: screens, classes whose reports the teacher sees, and their students. */
export function useTeacherPaletteItems(_teacher: StaffSession): LoadedItems {
  const screens = useTeacherScreens();
  const period = useQuery(queryOf(termsContract.readTermOverview, {}));
  const lessons = useQuery(queryOf(peopleContract.listTeacherLessons, {}));
  const classes = useQuery(queryOf(termReportsContract.listClassesWithReports, {}));
  const now = period.data?.current_term;
  const ofTerm = { year: String(startYearOf(now?.academic_year_id ?? '0')), term: String(now?.term ?? 1) };
  const registered = useQueries({
    queries: (now ? (classes.data ?? []) : []).map(({ id }) =>
      queryOf(termReportsContract.listRegisteredStudents, { class_id: id, ...ofTerm }),
    ),
  });
  const reports = `${sitePaths.teacherArea}/view-reports` as const;
  return loadedItems(
    [
      ...(screens ?? []).map(({ label, path }) => screen(label, `${sitePaths.teacherArea}/${path}`)),
      screen('My account', myAccountPages.staff),
      ...(lessons.data ?? []).flatMap(({ id, lesson }) => [
        lessonItem(lesson, screenTitles.enterMarksEndOfTerm, buildScreenAddress(sitePaths.enterMarks, { lesson: id })),
        lessonItem(lesson, screenTitles.enterMarksCourseWork, buildScreenAddress(sitePaths.markBook, { lesson: id })),
      ]),
      changePassword(myAccountPages.staff),
      ...(classes.data ?? []).map(({ id }) =>
        classItem(id, 'Term reports', buildScreenAddress(reports, { class: id })),
      ),
      ...registered.flatMap(({ data }) =>
        (data?.students ?? []).map(
          ({ student_id, first_name, last_name, class_id }): PaletteItem => ({
            kind: 'Student',
            label: lastFirst({ last_name, first_name }),
            hint: `${student_id}, ${class_id}`,
            to: buildScreenAddress(reports, { class: class_id, student: student_id }),
          }),
        ),
      ),
    ],
    [period, classes, lessons, ...registered],
  );
}

const screen = (label: string, to: SiteAddress): PaletteItem => ({ kind: 'Screen', label, hint: '', to });
const changePassword = (to: SiteAddress): PaletteItem => ({
  kind: 'Act',
  label: 'Change password',
  hint: 'My account',
  isPart: true,
  to,
});
const lessonItem = (label: string, hint: string, to: SiteAddress): PaletteItem => ({ kind: 'Lesson', label, hint, to });
const classItem = (id: string, what: string, to: SiteAddress): PaletteItem => ({
  kind: 'Class',
  label: id,
  hint: what,
  to,
});

const studentsIn = (students: readonly StudentRow[] | null | undefined, more: string) =>
  (students ?? []).map(({ id, last_name, first_name, class_id }) => ({
    kind: 'Student' as const,
    id,
    label: `${last_name ?? ''}, ${first_name ?? ''}`,
    hint: `${id}, ${class_id ?? ''}${more}`,
  }));
