import { Heading, Placeholder, Text } from '@aws-amplify/ui-react';
import { CloudAlert, RotateCw } from 'lucide-react';
import { messageOf } from '../../api/errors.ts';
import { Button } from '../controls/button.tsx';
import { useOnline } from '../screen/use-online.ts';
import { connectionWordings } from '../wordings.ts';
import { TextWithReference } from './alert.tsx';
import styles from './display.module.css';

export interface ErrorRetryProps {
  /** What could not be done, such as "The lessons could not be loaded." */
  title: string;
  /** The server's sentence: `messageOf(error)`. */
  detail: string;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
}

/** Shown where content would be when a load failed: a short message and a way to try again (rule 32). */
export function ErrorRetry({ title, detail, onRetry, isRetrying = false }: ErrorRetryProps) {
  return (
    <div className={styles.center} role="alert">
      <CloudAlert size={28} strokeWidth={1.5} aria-hidden />
      <Heading level={2}>{title}</Heading>
      <Text variation="secondary">
        <TextWithReference>{detail}</TextWithReference>
      </Text>
      <Button icon={RotateCw} busy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

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
