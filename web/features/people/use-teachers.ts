import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { makeUserName } from '#shared/accounts/user-name.ts';
import { type EmployeeEntry, peopleContract } from '#shared/people/contract.ts';
import { lastFirst, nameApart } from '#shared/people/shared-names.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { workWithoutTeacherQueryKey } from './work-without-teacher-notice.tsx';

/** All teachers, current and archived, and a function that puts a saved teacher in the cached list. */
export function useTeachers() {
  const client = useQueryClient();
  const teachers = useQuery(queryOf(peopleContract.listEmployees, {}));
  // Not refetched: the list's index is eventually consistent.
  const keep = useCallback(
    (teacher: EmployeeEntry) => {
      client.setQueryData<EmployeeEntry[]>(queryKeyOf(peopleContract.listEmployees, {}), (list = []) => {
        // Classes and lessons are in the list alone.
        const before = list.find(({ id }) => id === teacher.id);
        return [...list.filter((one) => one !== before), { ...before, ...teacher }].sort(byName);
      });
      // Archiving or restoring changes which lessons have no teacher.
      void client.invalidateQueries({ queryKey: workWithoutTeacherQueryKey });
    },
    [client],
  );
  return { teachers, keep };
}

const byName = (a: EmployeeEntry, b: EmployeeEntry): number =>
  a.last_name.localeCompare(b.last_name) || a.first_name.localeCompare(b.first_name);

/** The fields of the dialog, as the calls write them. */
export interface TeacherFormValues {
  teacher_num: number | null;
  first_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
  post_id: number | null;
  user_name?: string | null;
}

export const blankTeacherFormValues: TeacherFormValues = {
  teacher_num: null,
  first_name: null,
  last_name: null,
  date_of_birth: null,
  post_id: null,
  user_name: null,
};

/** What is stored of a teacher; with the user name while it may still be chosen. */
export function toTeacherFormValues(teacher: EmployeeEntry): TeacherFormValues {
  const { teacher_num, first_name, last_name, date_of_birth = null, post_id = null, user_name = null } = teacher;
  const values = { teacher_num, first_name, last_name, date_of_birth, post_id };
  return canUserNameStillChange(teacher) ? { ...values, user_name } : values;
}

/** Nobody has signed in yet: the user name may still be chosen (rule 33). */
export const canUserNameStillChange = ({ sign_in }: EmployeeEntry): boolean => sign_in === 'unused';

export const toFullName = ({ first_name, last_name }: Pick<EmployeeEntry, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/**
 * The same where several teachers have the name: "Andrea Joseph (12)". Of the list that is loaded, archived teachers
 * among them.
 */
export function fullNameApart(client: QueryClient, teacher: EmployeeEntry): string {
  const list = client.getQueryData<EmployeeEntry[]>(queryKeyOf(peopleContract.listEmployees, {})) ?? [];
  // A restored teacher has another number.
  const others = list.filter(({ id }) => id !== teacher.id);
  return nameApart([...others, teacher], { name: toFullName, id: ({ teacher_num }) => String(teacher_num) })(teacher);
}

/** "Last, First · 12 · user name": who a window is about, so that nobody is taken for another one of the name. */
export const toTeacherLine = (
  teacher: Pick<EmployeeEntry, 'first_name' | 'last_name' | 'teacher_num' | 'user_name'>,
): string => [lastFirst(teacher), teacher.teacher_num, teacher.user_name].filter((part) => part != null).join(' · ');

/**
 * The user name that the rule gives to what is typed so far; blank until there is a last name. The server has the last
 * word.
 */
export function suggestUserName(
  { first_name, last_name }: { first_name: unknown; last_name: unknown },
  teachers: readonly EmployeeEntry[],
): string | null {
  const [first, last] = [first_name, last_name].map((name) => (typeof name === 'string' ? name : ''));
  if (!last) return null;
  const base = makeUserName({ first: first ?? '', last, fallback: '' });
  if (base === '') return null;
  const taken = new Set(teachers.map(({ user_name }) => user_name?.toLowerCase()));
  let userName = base;
  for (let count = 2; taken.has(userName); count += 1) userName = `${base}${count}`;
  return userName;
}
