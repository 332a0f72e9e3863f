import type { UseQueryResult } from '@tanstack/react-query';
import { Loading } from '../ui/display/loading.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';

interface LoadingScreenProps {
  /** The screen's title. */
  title: string;
  /** The name of what is loaded, such as "lessons". */
  what: string;
  queries: readonly Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'refetch'>[];
}

/** A screen while its data is loading, or could not be loaded. */
export function LoadingScreen({ title, what, queries }: LoadingScreenProps) {
  return (
    <>
      <ScreenHead title={title} />
      <Loading queries={queries} what={what} lines={8} />
    </>
  );
}
