import type { UseQueryResult } from '@tanstack/react-query';
import { Loading } from '../ui/display/loading.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';

interface LoadStateProps {
  /** The screen's title. */
  title: string;
  /** The name of what is loaded, such as "lessons". */
  what: string;
  queries: readonly Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'refetch'>[];
}

/** Shown where a screen will be while what it needs is on its way, or could not be had. */
export function LoadState({ title, what, queries }: LoadStateProps) {
  return (
    <>
      <ScreenHead title={title} />
      <Loading queries={queries} what={what} lines={8} />
    </>
  );
}
