import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { formLevels } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { queryOf } from '../../../api/query.ts';

type Part = Output<typeof termReportsContract.completeness>;

/** A term's board as far as it has come: its forms from the first on, none left out between them. */
export interface ComingBoard {
  /** Undefined until the first form is there. */
  board: Part | undefined;
  /** All of it is there: only then do sums and filters speak of the school. */
  isWhole: boolean;
  queries: readonly UseQueryResult<Part>[];
}

interface BoardOf {
  year: number;
  term: 1 | 2 | 3;
  /** The office's board has every class, and is asked for by form; a teacher's has a few, and is one answer. */
  isOffice: boolean;
}

/** Asks for the first form, and when that is there for the others side by side. */
export function useBoard({ year, term, isOffice }: BoardOf): ComingBoard {
  const partOf = (formLevel: number | undefined) => ({
    ...queryOf(termReportsContract.completeness, {
      ...{ year: String(year), term: String(term) },
      ...(formLevel === undefined ? {} : { form_level: String(formLevel) }),
    }),
    // Marks are entered while the office looks: each opening counts again.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const [firstLevel, ...otherLevels] = isOffice ? formLevels : [undefined];
  const first = useQueries({ queries: [partOf(firstLevel)], combine: together });
  const isFirstThere = first.parts.length > 0;
  const others = useQueries({
    queries: otherLevels.map((level) => ({ ...partOf(level), enabled: isFirstThere })),
    combine: together,
  });
  return useMemo(() => {
    const parts = isFirstThere ? [...first.parts, ...others.parts] : [];
    const [{ due } = { due: null }] = parts;
    return {
      board: isFirstThere
        ? { due, classes: parts.flatMap(({ classes }) => classes), rows: parts.flatMap(({ rows }) => rows) }
        : undefined,
      isWhole: isFirstThere && others.isWhole,
      queries: isFirstThere ? others.queries : first.queries,
    };
  }, [first, others, isFirstThere]);
}

/** The answers from the first on, up to the first that is missing. */
function together(queries: UseQueryResult<Part>[]) {
  const missing = queries.findIndex(({ data }) => data === undefined);
  const there = missing < 0 ? queries : queries.slice(0, missing);
  return { parts: there.flatMap(({ data }) => data ?? []), isWhole: missing < 0, queries };
}
