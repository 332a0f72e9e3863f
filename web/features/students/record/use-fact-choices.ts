import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CodeLists } from '#shared/students/code-lists.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { createStudentValueReader, type StudentValueReader } from '#shared/students/values.ts';
import { queryOf } from '../../../api/query.ts';
import type { SelectOption } from '../../../ui/fields/select-popup.tsx';

/** The choices of a student's facts, and the reader of typed facts. */
export interface FactChoices {
  read: StudentValueReader;
  classes: readonly SelectOption<string>[];
  houses: readonly { id: string; name: string; color: string }[];
  codes: CodeLists;
  /** yyyy-MM-dd, at the school. */
  today: string;
}

/** The school's choices, undefined while `queries` are loading. */
export function useFactChoices() {
  const school = useQuery({
    ...queryOf(studentRegisterContract.readStudentChoices, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const houses = useQuery({ ...queryOf(studentRegisterContract.listHouses, {}), staleTime: Number.POSITIVE_INFINITY });
  const choices = useMemo(() => {
    if (!school.data || !houses.data) return undefined;
    const { classes, codes: lists, today } = school.data;
    const codes = Object.fromEntries(lists.map(({ list, choices }) => [list, choices])) as unknown as CodeLists;
    const ids = classes.map(({ id }) => id);
    return {
      read: createStudentValueReader({ classes: ids, houses: houses.data, codes, today }),
      classes: ids.map((id) => ({ value: id, label: id })),
      houses: houses.data,
      codes,
      today,
    } satisfies FactChoices;
  }, [school.data, houses.data]);
  return { choices, queries: [school, houses] };
}
