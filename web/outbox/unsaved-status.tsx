import { useEffect, useState } from 'react';
import { useUnsavedWork } from '../session/unsaved-work.ts';
import { Button } from '../ui/controls/button.tsx';
import { SaveState, type SaveStatus } from '../ui/display/save-state.tsx';
import { InStatusSlot } from '../ui/display/status-slot.tsx';
import type { Failure } from './outcome.ts';
import { ConflictDialog, FailureDialog } from './problem-dialogs.tsx';
import type { RecordState } from './record-state.ts';
import { useSessionOutbox, useUnsaved, useWaiting } from './session-outbox.ts';

/** A save that takes no longer than this goes unmentioned in the top bar. */
const patience = 1_500;

/**
 * "n unsaved" in the top bar while typed values have not reached the server, and the dialogs that ask what to do about those
 * the server did not take; leaving the page then asks first. Once a shell.
 */
export default function UnsavedStatus() {
  const outbox = useSessionOutbox();
  const waiting = useWaiting(outbox);
  const unsaved = useUnsaved();
  useUnsavedWork(unsaved > 0);
  const [closed, setClosed] = useState<ReadonlySet<Failure>>(new Set());
  const status = worstOf(waiting);
  const isLong = useLongerThan(patience, status === 'saving');
  if (!outbox) return null;

  const problems = waiting.flatMap(({ waiting: record, failures }) =>
    failures.flatMap((failure) => (record && !closed.has(failure) ? { record, failure } : [])),
  );
  const conflict = problems.find(({ failure }) => failure.conflict);
  const failed = problems.filter(({ failure }) => !failure.conflict);
  const close = (failures: readonly Failure[]) => setClosed(new Set([...closed, ...failures]));
  const text = `${unsaved} unsaved`;
  return (
    <>
      <InStatusSlot>
        {status === 'error' ? (
          <Button variant="quiet" onClick={() => setClosed(new Set())}>
            <SaveState status="error" text={text} live />
          </Button>
        ) : (
          (status === 'waiting' || isLong) && <SaveState status={status} text={text} live />
        )}
      </InStatusSlot>
      {conflict ? (
        <ConflictDialog {...conflict} outbox={outbox} onClose={() => close([conflict.failure])} />
      ) : (
        <FailureDialog problems={failed} outbox={outbox} onClose={() => close(failed.map(({ failure }) => failure))} />
      )}
    </>
  );
}

function worstOf(records: readonly RecordState[]): SaveStatus {
  const statuses = new Set(records.map(({ status }) => status));
  return (['error', 'waiting', 'saving'] as const).find((status) => statuses.has(status)) ?? 'idle';
}

/** True when something has held for a while without a break. */
function useLongerThan(duration: number, holds: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!holds) return;
    const timer = setTimeout(() => setLong(true), duration);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [duration, holds]);
  return isLong;
}
