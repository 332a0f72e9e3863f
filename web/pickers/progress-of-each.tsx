import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { Progress } from '#shared/marks/mark-sheet/progress-calls.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { useAddressState } from '../address/use-address-state.ts';
import { queryOf } from '../api/query.ts';
import { Button } from '../ui/controls/button.tsx';
import { type CountedMarks, progressText, sumProgress } from './progress.ts';
import { pickerWordings } from './wordings.ts';

interface ProgressOfEach {
  /** The user has pressed Show progress. */
  isShown: boolean;
  /** "412 of 430 marks, 87 comments"; empty until it is known. */
  textOf: (id: string) => string;
  button: ReactNode;
}

interface ProgressQuery {
  /** Teachers or classes, in the order in which they are shown. */
  ids: readonly string[];
  of: 'teacher' | 'class';
  counted: CountedMarks;
}

/** Most concurrent calls; each costs as much as opening the teacher or class. */
const maxConcurrent = 4;
/** Milliseconds after which a count is fetched again. */
const staleAfter = 60_000;

/**
 * The progress of each teacher or class of a list, on request: together it reads the whole school's marks (ADR 0040).
 */
export function useProgressOfEach({ ids, of, counted }: ProgressQuery): ProgressOfEach {
  const place = useAddressState();
  const isShown = place.has('progress');
  const period = useQuery({ ...queryOf(termsContract.readTermOverview, {}), enabled: isShown });
  const now = period.data?.current_term;
  const [answered, setAnswered] = useState(0);
  const results = useQueries({
    queries: ids.map((id, index) => ({
      ...countOf(of, id, { year: String(now ? startYearOf(now.academic_year_id) : ''), term: String(now?.term) }),
      enabled: isShown && now != null && index < answered + maxConcurrent,
      staleTime: staleAfter,
    })),
  });
  const count = results.filter(({ isFetched, isFetching }) => isFetched && !isFetching).length;
  useEffect(() => setAnswered(count), [count]);

  const textOf = (id: string): string => {
    const { data, isError } = results[ids.indexOf(id)] ?? {};
    if (!data) return isError ? pickerWordings.couldNotBeCounted : '';
    if (data.students === 0) return of === 'teacher' ? pickerWordings.noLessonsWithStudents : 'No subjects.';
    return progressText(data, counted);
  };
  const button = (
    <Button icon={ChartNoAxesColumn} onClick={() => place.change({ progress: isShown ? null : 'shown' })}>
      {isShown ? 'Hide progress' : 'Show progress'}
    </Button>
  );
  return { isShown, textOf, button };
}

/** The calls of the teacher's lessons or the class's subjects, summed up. */
function countOf(of: ProgressQuery['of'], id: string, inTerm: { year: string; term: string }) {
  const { queryKey, queryFn } =
    of === 'teacher'
      ? queryOf(markSheetContract.readLessonProgress, { employee_id: id, ...inTerm })
      : queryOf(markSheetContract.readClassProgress, { class_id: id, ...inTerm });
  return {
    queryKey,
    queryFn,
    select: (answer: { lessons?: readonly Progress[]; subjects?: readonly Progress[] }) =>
      sumProgress(answer.lessons ?? answer.subjects ?? []),
  } as UseQueryOptions<{ lessons?: readonly Progress[]; subjects?: readonly Progress[] }, Error, Progress>;
}
