import { useEffect, useRef, useState } from 'react';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Button } from '../../ui/controls/button.tsx';
import { InStatusSlot } from '../../ui/display/head-slots.ts';
import { SaveState, type SaveStatus } from '../../ui/display/save-state.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import type { Failure } from '../outcome.ts';
import type { RecordState } from '../record-state.ts';
import { useSessionOutbox, useUnsaved, useWaiting } from '../session-outbox.ts';
import { ConflictDialog, FailureDialog } from './problem-dialogs.tsx';

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
  const [isAsked, setAsked] = useState(false);
  const status = worstOf(waiting);
  const isLong = useLongerThan(patience, status === 'saving');
  const announcement = useAnnouncement(status, unsaved);
  if (!outbox) return null;

  const problems = waiting.flatMap(({ waiting: record, failures }) =>
    failures.flatMap((failure) => (record && !closed.has(failure) ? { record, failure } : [])),
  );
  if (isAsked && problems.length === 0) setAsked(false);
  const conflict = problems.find(({ failure }) => failure.conflict);
  const failed = problems.filter(({ failure }) => !failure.conflict);
  const close = (failures: readonly Failure[]) => {
    setClosed(new Set([...closed, ...failures]));
    setAsked(false);
  };
  const openedBy = isAsked ? 'act' : 'itself';
  const text = `${unsaved} unsaved`;
  return (
    <>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      <InStatusSlot>
        {status === 'error' ? (
          <Button
            variant="quiet"
            onClick={() => {
              setClosed(new Set());
              setAsked(true);
            }}
          >
            <SaveState status="error" text={text} />
          </Button>
        ) : (
          (status === 'waiting' || isLong) && <SaveState status={status} text={text} />
        )}
      </InStatusSlot>
      {conflict ? (
        <ConflictDialog openedBy={openedBy} {...conflict} outbox={outbox} onClose={() => close([conflict.failure])} />
      ) : (
        <FailureDialog
          openedBy={openedBy}
          problems={failed}
          outbox={outbox}
          onClose={() => close(failed.map(({ failure }) => failure))}
        />
      )}
    </>
  );
}

function worstOf(records: readonly RecordState[]): SaveStatus {
  const statuses = new Set(records.map(({ status }) => status));
  return (['error', 'waiting', 'saving'] as const).find((status) => statuses.has(status)) ?? 'idle';
}

/**
 * What a screen reader says: that values wait, and later that all is saved. Nothing while saving goes as it should, and no
 * counting of each value; failures are read out by their dialogs.
 */
function useAnnouncement(status: SaveStatus, unsaved: number): string {
  const [said, setSaid] = useState<'' | 'waits' | 'saved'>('');
  const count = useRef(unsaved);
  if (said !== 'waits' && status === 'waiting') count.current = unsaved;
  useEffect(() => {
    if (status === 'waiting' || status === 'error') setSaid('waits');
    else if (status === 'idle') setSaid((before) => (before === 'waits' ? 'saved' : before));
  }, [status]);
  if (said === 'waits') return `${count.current} unsaved. What you typed is kept on this device.`;
  return said === 'saved' ? 'Everything is saved.' : '';
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
