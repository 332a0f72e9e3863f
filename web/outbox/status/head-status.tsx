import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLapse } from '../../session/lapse.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { InStatusSlot } from '../../ui/display/head-slots.ts';
import { SaveState, type SaveStatus } from '../../ui/display/save-state.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import type { Failure } from '../outcome.ts';
import { useSessionOutbox, useWaiting } from '../session-outbox.ts';
import { type Away, statusText, type Unsaved, unsavedOf } from '../standing.ts';
import { SaveList } from './save-list.tsx';
import styles from './status.module.css';

/**
 * How saving goes, in the top bar on every screen, with the list behind it; leaving the page asks first while something is
 * unsaved. Nothing of it takes the keyboard from somebody who types (ADR 0033). Once a shell.
 */
export default function HeadStatus() {
  const outbox = useSessionOutbox();
  const unsaved = unsavedOf(useWaiting(outbox));
  useUnsavedWork(unsaved.length > 0, { savesItself: unsaved.every(({ standing }) => standing === 'saving') });
  const text = statusText(unsaved, useAway());
  const announcement = useAnnouncement(unsaved, text);
  const [isAsked, setAsked] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<Failure>>(new Set());
  if (!outbox) return null;

  const failed = unsaved.flatMap(({ standing, failure }) => (standing === 'failed' && failure ? [failure] : []));
  const close = () => {
    setAsked(false);
    setClosed(new Set(failed));
  };
  return (
    <>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      <InStatusSlot>
        <button type="button" className={styles.status} onClick={() => setAsked(true)} title={text} aria-label={text}>
          <SaveState
            status={iconOf(unsaved)}
            text={
              <>
                <span className={styles.long}>{text}</span>
                {unsaved.length > 0 && <span className={styles.short}>{unsaved.length}</span>}
              </>
            }
          />
        </button>
      </InStatusSlot>
      <SaveList
        openedBy={isAsked ? 'act' : 'itself'}
        open={isAsked || failed.some((failure) => !closed.has(failure))}
        unsaved={unsaved}
        outbox={outbox}
        onClose={close}
      />
    </>
  );
}

const icons = { conflict: 'error', failed: 'error', kept: 'waiting', saving: 'saving' } as const;
const iconOf = ([first]: readonly Unsaved[]): SaveStatus => (first ? icons[first.standing] : 'saved');

function useAway(): Away {
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine);
  const isSignedOut = useLapse() !== null;
  return isSignedOut ? 'signed-out' : isOnline ? null : 'offline';
}

function followConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * What a screen reader says: what does not go as it should, once for each kind, and later that all is saved. Nothing while
 * saving goes well.
 */
function useAnnouncement([first]: readonly Unsaved[], text: string): string {
  const [said, setSaid] = useState('');
  const worst = first?.standing;
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    if (worst === undefined) setSaid((before) => (before === '' ? before : 'Everything is saved.'));
    else if (worst !== 'saving') setSaid(`${latest.current}. What you typed is kept on this device.`);
  }, [worst]);
  return said;
}
