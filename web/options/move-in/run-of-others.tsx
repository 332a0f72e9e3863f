import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type MoveInRun, moveInContract } from '#shared/options/move-in/contract.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { queryOf } from '../../api/query.ts';
import { RunProgress } from '../../runs/run-progress.tsx';
import { pollWhileRunning } from '../../runs/use-run.ts';
import { Alert } from '../../ui/display/alert.tsx';

/** Milliseconds between two looks for a run that somebody else has begun, and for which one may be going. */
const lookInterval = 4_000;
const longestRun = 3_600_000;

const pollRun = pollWhileRunning((answer: MoveInRun) => [answer]);

/** The file that somebody else is storing now: what a list shows before it has ended is soon another. */
export function RunOfOthers() {
  const { data: acts = [] } = useQuery({
    ...queryOf(moveInContract.listActs, { of: 'move-in' }),
    staleTime: 0,
    refetchInterval: lookInterval,
  });
  const [newest] = acts;
  const mayRun = newest !== undefined && Date.now() - Date.parse(newest.at) < longestRun;
  const { data: run } = useQuery({
    ...queryOf(moveInContract.readMoveIn, { run: newest?.undo ?? '' }),
    enabled: mayRun,
    staleTime: 0,
    // The act is listed before its run begins: until then there is none.
    refetchInterval: (query) => (query.state.data === undefined ? lookInterval : pollRun.refetchInterval(query)),
  });
  const wasRunning = useRef('');
  if (!mayRun || run?.run !== newest.undo) return null;
  if (run.state === 'running') {
    wasRunning.current = run.run;
    return <RunProgress {...run} startedAt={newest.at} label={wordings.othersStore(newest.name, newest.what)} />;
  }
  return wasRunning.current === run.run ? (
    <Alert tone="info">{wordings.othersStored(newest.name, newest.what)}</Alert>
  ) : null;
}
