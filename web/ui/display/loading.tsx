import { Placeholder } from '@aws-amplify/ui-react';
import { messageOf } from '../../api/errors.ts';
import { useOnline } from '../screen/use-online.ts';
import { connectionWordings } from '../wordings.ts';
import styles from './display.module.css';
import { ErrorRetry } from './error-retry.tsx';

/**
 * Grey lines in place of text that is being loaded. Announced once, by the label; without a connection they say that
 * they wait for it.
 */
export function Skeleton({ lines = 6, label = 'Loading' }: { lines?: number; label?: string }) {
  const isOnline = useOnline();
  return (
    <div className={styles.skeletonLines} role="status" aria-label={isOnline ? label : undefined}>
      {!isOnline && <p>{connectionWordings.loadsLater}</p>}
      {Array.from({ length: lines }, (_none, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Placeholder key={line} />
      ))}
    </div>
  );
}

/** What TanStack's `useQuery` says of a load. */
interface Load {
  isError: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface LoadingProps {
  /** What must be there before there is something to show. */
  queries: readonly Load[];
  /** What is being loaded: "students", "the mark book". */
  what: string;
  /** Grey lines, about as many as will come. */
  lines?: number;
  /** Where "The students could not be loaded." does not fit. */
  failed?: string;
}

/** Shown until everything is loaded: grey lines, or why the load failed and a way to try again (rule 32). */
export function Loading({ queries, what, lines = 6, failed }: LoadingProps) {
  const failures = queries.filter(({ isError }) => isError);
  const [first] = failures;
  if (!first) return <Skeleton lines={lines} label={`Loading ${what}`} />;
  return (
    <ErrorRetry
      title={failed ?? `The ${what.replace(/^the /, '')} could not be loaded.`}
      detail={messageOf(first.error)}
      isRetrying={failures.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const failure of failures) void failure.refetch();
      }}
    />
  );
}
