import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type EmployeeEntry, peopleContract } from '#shared/people/contract.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { withoutTeacherKey } from './use-without-teacher.ts';

/** Everybody who teaches or taught here, and a way to put what a save answered in their list. */
export function useTeachers() {
  const client = useQueryClient();
  const teachers = useQuery(queryOf(peopleContract.employees, {}));
  // Not asked for again: the list is a moment behind a write.
  const keep = useCallback(
    (teacher: EmployeeEntry) => {
      client.setQueryData<EmployeeEntry[]>(queryKeyOf(peopleContract.employees, {}), (list = []) =>
        [...list.filter(({ id }) => id !== teacher.id), teacher].sort(byName),
      );
      // Who is archived or restored changes what is without a teacher.
      void client.invalidateQueries({ queryKey: withoutTeacherKey });
    },
    [client],
  );
  return { teachers, keep };
}

const byName = (a: EmployeeEntry, b: EmployeeEntry): number =>
  a.last_name.localeCompare(b.last_name) || a.first_name.localeCompare(b.first_name);
