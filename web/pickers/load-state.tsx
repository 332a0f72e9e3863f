import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../api/errors.ts';
import { ErrorRetry } from '../ui/display/error-retry.tsx';
import { ScreenHead } from '../ui/display/screen-head.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';

interface LoadStateProps {
  /** The screen's title. */
  title: string;
  /** What is being loaded, such as "lessons". */
  what: string;
  queries: readonly Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'refetch'>[];
}

/** Shown where a screen will be while what it needs is on its way, or could not be had. */
export function LoadState({ title, what, queries }: LoadStateProps) {
  const failed = queries.find(({ isError }) => isError);
  return (
    <>
      <ScreenHead title={title} />
      {failed ? (
        <ErrorRetry
          title={`The ${what} could not be loaded.`}
          detail={messageOf(failed.error)}
          isRetrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <Skeleton lines={8} label={`Loading ${what}`} />
      )}
    </>
  );
}
