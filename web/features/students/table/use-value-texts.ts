import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { displayDate } from '#shared/school/display-date.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { fetchAhead, queryOf } from '../../../api/query.ts';
import type { HouseList } from '../record/house-chip.tsx';

/** Texts of stored values: names of houses, and of codes of the school's lists. */
export interface ValueTexts {
  houses: HouseList;
  /** A value of a field as people read it; the stored value where no list of the school has it. */
  textOf: (field: StudentField, value: string) => string;
}

const once = { staleTime: Number.POSITIVE_INFINITY };
const housesQuery = { ...queryOf(studentRegisterContract.listHouses, {}), ...once };
const choicesQuery = { ...queryOf(studentRegisterContract.readStudentChoices, {}), ...once };

export function fetchValueTextsAhead(client: QueryClient): void {
  fetchAhead(client, housesQuery);
  fetchAhead(client, choicesQuery);
}

/** Texts of stored values, undefined while `queries` are loading. */
export function useValueTexts() {
  const houses = useQuery(housesQuery);
  const choices = useQuery(choicesQuery);
  const words = useMemo((): ValueTexts | undefined => {
    if (!houses.data || !choices.data) return undefined;
    const lists = new Map(
      choices.data.codes.map(({ list, choices: entries }) => [
        list,
        new Map(entries.map(({ code, name }) => [code, name])),
      ]),
    );
    const houseNames = new Map(houses.data.map(({ id, name }) => [id, name]));
    const textOf = (field: StudentField, value: string): string => {
      const { type, codes = '' } = studentFields[field];
      if (type === 'date') return displayDate(value);
      if (type === 'house') return houseNames.get(value) ?? value;
      if (type === 'file' || type === 'picture') return 'On file';
      return type === 'choice' ? (lists.get(codes)?.get(value) ?? value) : value;
    };
    return { houses: houses.data, textOf };
  }, [houses.data, choices.data]);
  return { words, queries: [houses, choices] };
}
