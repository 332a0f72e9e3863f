import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { peopleContract } from '#shared/people/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { queryOf } from '../../api/query.ts';
import { useSchool } from '../../api/school.ts';
import type { TeacherMenuOption } from '../../features/people/teacher-area/main-menu.tsx';
import { teacherScreensOfOptions } from '../../session/screens-of-options.ts';
import { useTeacherSession } from '../../session/session.ts';
import { teacherScreens } from './teacher-screens.ts';

type CoreScreen = (typeof teacherScreens)[number];

/**
 * The screens that open for the signed-in teacher: reports and completeness with a form class or a deanery in any year
 * on record, the register with one of this year or a lesson, weekly tests with a lesson. Undefined until that is known;
 * where data could not be loaded, the screen is shown.
 */
export function useTeacherScreens(): readonly TeacherMenuOption[] | undefined {
  const school = useSchool();
  const { weeklyTests, attendance } = school;
  const { employee } = useTeacherSession();
  const lessons = useQuery(queryOf(peopleContract.listTeacherLessons, {}));
  const classes = useQuery(queryOf(termReportsContract.listClassesWithReports, {}));
  const terms = useQuery(queryOf(termsContract.readTermOverview, {}));
  const earlier = useQueries({
    queries: yearsBefore(terms.data).map((year) => ({
      ...queryOf(termReportsContract.listClassesWithReports, { year: String(year) }),
      enabled: classes.data?.length === 0,
    })),
  });
  const hasLessons = isEmpty(lessons) === false;
  const hasClasses = isEmpty(classes) === false;
  const hadClasses = hasClasses || terms.data === undefined || earlier.some((one) => isEmpty(one) === false);
  const queries = [lessons, classes, ...(hasClasses ? [] : [terms, ...earlier])];
  if (!queries.every(isKnown)) return undefined;
  const opens: Partial<Record<CoreScreen['kind'], boolean>> = {
    reports: hadClasses,
    completeness: hadClasses,
    tests: weeklyTests !== undefined && hasLessons,
    register: attendance !== undefined && (hasClasses || hasLessons),
  };
  const teacher = { hadClasses, hasPost: employee.post_id !== null };
  const added = teacherScreensOfOptions
    .all()
    .flat()
    .filter(({ isHidden, opensFor }) => !isHidden(school) && opensFor(teacher));
  return [
    ...teacherScreens.filter(({ kind }) => opens[kind] !== false),
    ...added.map(({ label, text, path, icon }) => ({ label, text, path, kind: icon })),
  ];
}

type QueryState = Pick<UseQueryResult<unknown>, 'data' | 'failureCount'>;

/** It was loaded, or failed at the first attempt. */
const isKnown = ({ data, failureCount }: QueryState): boolean => data !== undefined || failureCount > 0;

/** Undefined until it is known; false where it could not be loaded. */
const isEmpty = (list: QueryState): boolean | undefined =>
  isKnown(list) ? Array.isArray(list.data) && list.data.length === 0 : undefined;

/** The academic years on record before the current one. */
function yearsBefore(
  terms:
    | { current_term: { academic_year_id: string } | null; terms_archive: { academic_year_id: string }[] }
    | undefined,
): number[] {
  if (!terms) return [];
  const years = new Set(terms.terms_archive.map(({ academic_year_id }) => startYearOf(academic_year_id)));
  if (terms.current_term) years.delete(startYearOf(terms.current_term.academic_year_id));
  return [...years];
}
