import type { SchoolSize } from '../move-in/ordinary-school.ts';
import { csvOf, manifestOf, zipOf } from './zip-of-files.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const subjectsOfStudent = 12;

/**
 * The zip of another program for a school of this size: a homeroom a class, a group for each lesson, and each student
 * in the homeroom and twelve groups.
 */
export function rosterOfSchool(
  { teachers, lessonsOfTeacher, students }: SchoolSize,
  classIds: readonly string[],
): Promise<Uint8Array> {
  const base = ['', ''];
  const groups = numbers(Math.round(teachers * lessonsOfTeacher));
  const files: Readonly<Record<string, string>> = {
    'orgs.csv': csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier'],
      ['s-1', ...base, 'Riverside Secondary', 'school', '0042'],
    ),
    'academicSessions.csv': csvOf(
      [
        ...['sourcedId', 'status', 'dateLastModified', 'title', 'type', 'startDate', 'endDate', 'parentSourcedId'],
        'schoolYear',
      ],
      ['y-25', ...base, '2025-2026', 'schoolYear', '2025-09-01', '2026-07-04', '', '2026'],
      ['t-1', ...base, 'Autumn', 'term', '2025-09-01', '2025-12-13', 'y-25', '2026'],
    ),
    'users.csv': csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'enabledUser', 'username', 'givenName', 'familyName', 'identifier'],
      ...numbers(teachers).map((n) => [`u-t${n}`, ...base, 'true', `kim${n}`, `Kim${n}`, `Lee${n}`, `${100 + n}`]),
      ...numbers(students).map((n) => [`u-s${n}`, ...base, 'true', '', `Given${n}`, `Surname${n}`, `${700_000 + n}`]),
    ),
    'roles.csv': csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'userSourcedId', 'roleType', 'role', 'orgSourcedId'],
      ...numbers(teachers).map((n) => [`r-t${n}`, ...base, `u-t${n}`, 'primary', 'teacher', 's-1']),
      ...numbers(students).map((n) => [`r-s${n}`, ...base, `u-s${n}`, 'primary', 'student', 's-1']),
    ),
    'demographics.csv': csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'birthDate', 'sex'],
      ...numbers(students).map((n) => [`u-s${n}`, ...base, '2014-03-09', n % 2 === 0 ? 'male' : 'female']),
    ),
    'courses.csv': csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'title', 'courseCode', 'orgSourcedId'],
      ['c-h', ...base, 'Homeroom', 'HR', 's-1'],
      ...numbers(subjectsOfStudent).map((n) => [`c-${n}`, ...base, `Study ${n}`, `ST${n}`, 's-1']),
    ),
    'classes.csv': csvOf(
      [
        ...['sourcedId', 'status', 'dateLastModified', 'title', 'courseSourcedId', 'classType', 'schoolSourcedId'],
        'termSourcedIds',
      ],
      ...classIds.map((id) => [`k-${id}`, ...base, `Form ${id}`, 'c-h', 'homeroom', 's-1', 't-1']),
      ...groups.map((n) => [
        ...[`g-${n}`, ...base, `Group ${n}`, `c-${(n % subjectsOfStudent) + 1}`, 'scheduled', 's-1', 't-1'],
      ]),
    ),
    'enrollments.csv': csvOf(
      ['sourcedId', 'status', 'dateLastModified', 'classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role'],
      ...groups.map((n) => [`e-t${n}`, ...base, `g-${n}`, 's-1', `u-t${(n % teachers) + 1}`, 'teacher']),
      ...numbers(students).flatMap((n) => [
        [`e-s${n}`, ...base, `k-${classIds[n % classIds.length]}`, 's-1', `u-s${n}`, 'student'],
        ...numbers(subjectsOfStudent).map((of) => {
          const group = ((Math.floor(n / 30) * subjectsOfStudent + of) % groups.length) + 1;
          return [`e-s${n}-${of}`, ...base, `g-${group}`, 's-1', `u-s${n}`, 'student'];
        }),
      ]),
    ),
  };
  const modes = Object.fromEntries(Object.keys(files).map((name) => [name.replace('.csv', ''), 'bulk' as const]));
  return zipOf({ 'manifest.csv': manifestOf(modes), ...files });
}
