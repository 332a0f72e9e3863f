import { VisuallyHidden } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hasOpenAct, onOpenActs } from '../../api/open-acts.ts';
import { useSessionExpiry } from '../../session/expiry/session-expiry.ts';
import { useHasUnsavedForm, useUnsavedWork } from '../../session/unsaved-work.ts';
import { Row } from '../../ui/layout/row.tsx';
import { type SaveStatus, SaveStatusText } from '../../ui/screen/save-status-text.tsx';
import { InStatusSlot } from '../../ui/screen/slot.ts';
import { useOnline } from '../../ui/screen/use-online.ts';
import { usePendingRecords } from '../browser-outbox.ts';
import type { Outbox } from '../outbox.ts';
import type { ValueFailure } from '../save-failure.ts';
import { type HoldReason, listUnsavedValues, outboxStatusText, type UnsavedValue } from '../save-status.ts';
import { useSessionOutbox } from '../session-outbox.ts';
import { outboxWordings } from '../wordings.ts';
import { SaveAnnouncer } from './save-announcer.ts';
import styles from './status.module.css';
import { UnsavedValueList } from './unsaved-value-list.tsx';

/**
 * The save status in the top bar, which opens the list of unsaved values; asks before an unsaved page is left. It never
 * takes the focus while somebody types (ADR 0033). Use once a shell.
 */
export default function TopBarSaveStatus() {
  const outbox = useSessionOutbox();
  const unsaved = listUnsavedValues(usePendingRecords(outbox));
  const savesItself = unsaved.every(({ state }) => state === 'saving');
  useUnsavedWork(unsaved.length > 0, { savesItself, isKept: true, isForm: false });
  const away = useAway() ?? outbox?.pausedBy() ?? null;
  const hasForm = useHasUnsavedForm() && unsaved.length === 0;
  const isActing = useSyncExternalStore(onOpenActs, hasOpenAct) && unsaved.length === 0;
  const ofValues = outboxStatusText(unsaved, away);
  const text = isActing ? outboxWordings.working : hasForm ? outboxWordings.notSavedYet : ofValues;
  const announcement = useAnnouncement(outbox, unsaved, ofValues);
  const [isAsked, setAsked] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<ValueFailure>>(new Set());
  if (!outbox) return null;

  const failed = unsaved.flatMap(({ state, failure }) => (state === 'failed' && failure ? [failure] : []));
  const close = () => {
    setAsked(false);
    setClosed(new Set(failed));
  };
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          <span key={announcement.number}>{announcement.text}</span>
        </span>
      </VisuallyHidden>
      <InStatusSlot>
        <Row
          as="button"
          type="button"
          className={styles.status}
          onClick={() => setAsked(true)}
          title={text}
          aria-label={text}
        >
          <SaveStatusText
            status={isActing ? 'saving' : hasForm ? 'idle' : iconOf(unsaved, away)}
            text={
              <>
                <span className={styles.long}>{text}</span>
                {unsaved.length > 0 && <span className={styles.short}>{unsaved.length}</span>}
              </>
            }
          />
        </Row>
      </InStatusSlot>
      <UnsavedValueList
        openedBy={isAsked ? 'act' : 'itself'}
        open={isAsked || failed.some((failure) => !closed.has(failure))}
        unsaved={unsaved}
        beside={isActing ? 'act' : hasForm ? 'form' : null}
        outbox={outbox}
        onClose={close}
      />
    </>
  );
}

const icons = { conflict: 'error', failed: 'error', refused: 'refused', kept: 'waiting', saving: 'saving' } as const;
const iconOf = ([first]: readonly UnsavedValue[], away: HoldReason): SaveStatus =>
  first ? icons[first.state] : away === 'offline' ? 'waiting' : 'saved';

function useAway(): HoldReason {
  const isOnline = useOnline();
  const isSignedOut = useSessionExpiry() !== null;
  return isSignedOut ? 'signed-out' : isOnline ? null : 'offline';
}

/** The text for a screen reader, with a number that grows so that the same words are read again. */
function useAnnouncement(outbox: Outbox | null, unsaved: readonly UnsavedValue[], text: string) {
  const [said, setSaid] = useState({ text: '', number: 0 });
  const announcer = useRef<SaveAnnouncer>(null);
  useEffect(() => {
    const own = new SaveAnnouncer((words) => setSaid(({ number }) => ({ text: words, number: number + 1 })));
    announcer.current = own;
    const stop = outbox?.onEvent((event) => event.kind === 'saved' && own.saved(event));
    return () => {
      stop?.();
      own.stop();
    };
  }, [outbox]);
  useEffect(() => announcer.current?.look(unsaved, text));
  return said;
}
