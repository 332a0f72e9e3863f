import { momentText, valueText } from '../../history/moment-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogDetail } from '../../ui/overlays/dialog.tsx';
import type { Outbox } from '../outbox.ts';
import type { Failure } from '../outcome.ts';
import { failureText, fieldLabel } from '../saves.ts';
import { typedValues, type Waiting } from '../waiting.ts';
import styles from './problem-dialogs.module.css';

export interface Problem {
  record: Waiting;
  failure: Failure;
}

interface ConflictDialogProps extends Problem {
  openedBy: 'act' | 'itself';
  outbox: Outbox;
  onClose: () => void;
}

/** Somebody else stored another value meanwhile: the user chooses (DECISIONS 9). */
export function ConflictDialog({ openedBy, record, failure, outbox, onClose }: ConflictDialogProps) {
  const { field, conflict } = failure;
  if (field === null || !conflict) return null;
  const { by, at, theirs } = conflict;
  return (
    <Dialog
      openedBy={openedBy}
      open
      size="small"
      title="Changed by somebody else"
      text={`${by ?? 'Somebody'} changed this after you opened it${at === null ? '' : `, on ${momentText(at)}`}.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void outbox.giveUp(record.id, field)}>Take theirs</Button>
          <Button variant="primary" onClick={() => void outbox.keepMine(record.id, field)}>
            Keep mine
          </Button>
        </>
      }
    >
      <dl className={styles.sides}>
        <div>
          <dt>{record.about}</dt>
          <dd>{fieldLabel(record, field)}</dd>
        </div>
        <div>
          <dt>Yours</dt>
          <dd className={styles.value}>{valueText(typedValues(record)[field] ?? null)}</dd>
        </div>
        <div>
          <dt>{by ?? 'Theirs'}</dt>
          <dd className={styles.value}>{valueText(theirs)}</dd>
        </div>
      </dl>
    </Dialog>
  );
}

interface FailureDialogProps {
  openedBy: 'act' | 'itself';
  problems: readonly Problem[];
  outbox: Outbox;
  onClose: () => void;
}

/** Failures named one by one; the rest is counted. */
const named = 4;

/** SPEC §8 "Marks save failure", with the server's detail. What was typed stays until it is saved or given up. */
export function FailureDialog({ openedBy, problems, outbox, onClose }: FailureDialogProps) {
  const [first] = problems;
  if (!first) return null;
  const isRefused = problems.every(({ failure }) => failure.isRefused);
  const more = problems.length - named;
  return (
    <Dialog
      openedBy={openedBy}
      open
      size="small"
      title="Error"
      text={failureText(first.record)}
      onClose={onClose}
      footer={
        <>
          {isRefused && (
            <Button
              variant="quiet"
              onClick={() => {
                for (const { record, failure } of problems) void outbox.giveUp(record.id, failure.field);
              }}
            >
              Discard
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => void outbox.retry()}>
            Retry
          </Button>
        </>
      }
    >
      {problems.slice(0, named).map(({ record, failure }) => (
        <DialogDetail key={`${record.id} ${failure.field}`}>
          {record.about}
          {failure.field !== null && `, ${fieldLabel(record, failure.field)}`}: {failure.message}
        </DialogDetail>
      ))}
      {more > 0 && <DialogDetail>And {more} more.</DialogDetail>}
    </Dialog>
  );
}
