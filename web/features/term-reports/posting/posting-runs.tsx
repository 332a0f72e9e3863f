import { useEffect, useRef } from 'react';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { toRunProgressProps } from '../../../runs/use-run.ts';
import { useAdminSession } from '../../../session/session.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import type { PostedTerm } from './posting-words.ts';

/** The runs that are posting a term, begun by anybody, and those that stopped; says when one has posted its term. */
export function PostingRuns({
  terms,
  shown,
  onEnded,
}: {
  terms: readonly PostedTerm[];
  /** The term whose window is open: that says itself how a run ended. */
  shown: string | null;
  onEnded: () => void;
}) {
  const { name: self } = useAdminSession();
  const running = useRef(new Map<string, PostedTerm>());
  const ended = useRef(onEnded);
  ended.current = onEnded;
  useEffect(() => {
    const now = new Map(terms.filter(isRunning).map((term) => [keyOf(term), term]));
    const over = terms.filter((term) => running.current.has(keyOf(term)) && !isRunning(term));
    running.current = now;
    for (const { year, term, posted, run } of over) {
      if (posted === 1 && run === null && shown !== `${year}-${term}`) snackbar(postingWordings.posted(year, term));
    }
    if (over.length > 0) ended.current();
  }, [terms, shown]);
  return terms.map((term) => {
    const { year, term: number, run } = term;
    if (!run) return null;
    const going = toRunProgressProps(run);
    return (
      <Stack as="section" key={keyOf(term)} aria-label={postingWordings.posting}>
        {going ? (
          <Alert tone="info">
            <RunProgress
              {...going}
              label={`${postingWordings.posting}: ${term.title}`}
              text={postingWordings.begunBy(run.started_by, self)}
            />
          </Alert>
        ) : (
          run.state === 'failed' && (
            <Alert tone="warning">{postingWordings.stopped(year, number, run.rows_processed, run.total_rows)}</Alert>
          )
        )}
      </Stack>
    );
  });
}

const isRunning = ({ run }: PostedTerm): boolean => run?.state === 'running';
const keyOf = ({ year, term }: PostedTerm): string => `${year}-${term}`;
