import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/controls/button.tsx';
import { TextWithReference } from '../../ui/display/alert.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { requestFieldFocus } from '../field-focus.ts';
import type { Outbox } from '../outbox.ts';
import { fieldLabel, saveFailureText } from '../save-kind.ts';
import { conflictText, typedValueText, type UnsavedValue } from '../save-status.ts';
import { outboxWordings } from '../wordings.ts';
import { ConflictDecisionButtons, DecisionButtons } from './decision-buttons.tsx';
import styles from './status.module.css';

interface UnsavedValueListProps {
  openedBy: 'act' | 'itself';
  open: boolean;
  unsaved: readonly UnsavedValue[];
  /** What there is where nothing that saves itself is unsaved: an act that is going on, or a form with changes. */
  beside: 'act' | 'form' | null;
  outbox: Outbox;
  onClose: () => void;
}

/**
 * The list of unsaved values with their states, where the user answers conflicts and failures (rule 9). A click on a
 * name opens the value's screen. Answered lines stay until the list is closed, so that no button moves under the
 * pointer.
 */
export function UnsavedValueList({ openedBy, open, unsaved, beside, outbox, onClose }: UnsavedValueListProps) {
  const [hadSome, setHadSome] = useState(false);
  if (open && unsaved.length > 0 && !hadSome) setHadSome(true);
  if (!open && hadSome) setHadSome(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, when the last of them was answered or saved
  useEffect(() => {
    if (open && hadSome && unsaved.length === 0) onClose();
  }, [open, hadSome, unsaved.length]);
  const lines = useLines(open, unsaved);
  const failed = unsaved.filter(({ state }) => state === 'failed');
  const [first] = failed;
  const isRefused = failed.every(({ failure }) => failure?.isRefused);
  const discard = () => {
    for (const { record, failure } of failed) void outbox.discardValue(record.id, failure?.field ?? null);
  };
  const wanted = useRef<UnsavedValue | null>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  /** Called when the dialog is closed: until then it holds the focus. */
  const goToWanted = () => {
    const { record, field } = wanted.current ?? {};
    wanted.current = null;
    if (!record || field === undefined) return false;
    requestFieldFocus({ id: record.id, field });
    if (record.place !== undefined && record.place !== pathname + search) navigate(record.place);
    return true;
  };
  return (
    <Dialog
      openedBy={openedBy}
      open={open}
      finalFocus={goToWanted}
      {...headOf(unsaved, beside)}
      onClose={onClose}
      footer={
        <>
          {first && isRefused && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          {first && (
            <Button variant="primary" onClick={() => void outbox.retry()}>
              Retry
            </Button>
          )}
        </>
      }
    >
      {unsaved.length > 0 && (
        <ul className={styles.list}>
          {lines.map(({ key, unsaved: one, isDone }) => (
            <Entry
              key={key}
              unsaved={one}
              isDone={isDone}
              layout={`${lines.length} ${answers(unsaved)} ${first !== undefined}`}
              outbox={outbox}
              onGo={() => {
                wanted.current = one;
                onClose();
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface Line {
  key: string;
  /** Its last state. */
  unsaved: UnsavedValue;
  isDone: boolean;
}

const keyOf = ({ record, field, state }: UnsavedValue): string => `${record.id} ${field} ${state === 'refused'}`;

/** All values that were unsaved since the list was opened, in the order of their appearance. */
function useLines(open: boolean, unsaved: readonly UnsavedValue[]): readonly Line[] {
  const [seen, setSeen] = useState<readonly UnsavedValue[]>([]);
  const before = open ? seen : [];
  const known = new Set(before.map(keyOf));
  const came = open ? unsaved.filter((one) => !known.has(keyOf(one))) : [];
  const all = came.length > 0 ? [...before, ...came] : before;
  if (all.length !== seen.length) setSeen(all);
  const now = new Map(unsaved.map((one) => [keyOf(one), one]));
  return all.map((one) => {
    const key = keyOf(one);
    return { key, unsaved: now.get(key) ?? one, isDone: !now.has(key) };
  });
}

/** Changes where lines with buttons become higher or lower. */
const answers = (unsaved: readonly UnsavedValue[]): string =>
  unsaved
    .filter(({ failure, refused }) => failure?.conflict || refused)
    .map(keyOf)
    .sort()
    .join();

interface EntryProps {
  unsaved: UnsavedValue;
  isDone: boolean;
  /** Another text when lines of the list have moved. */
  layout: string;
  outbox: Outbox;
  onGo: () => void;
}

function Entry({ unsaved, isDone, layout, outbox, onGo }: EntryProps) {
  const { record, field, value, state, failure, refused } = unsaved;
  const name = `${record.about}, ${fieldLabel(record, field)}`;
  if (isDone)
    return (
      <li>
        <span className={styles.place}>{name}</span>
        <span className={styles.state}>Done</span>
      </li>
    );
  return (
    <li>
      {record.place === undefined ? (
        <span className={styles.place}>{name}</span>
      ) : (
        <button type="button" className={`${styles.place} ${styles.go}`} title={outboxWordings.goToIt} onClick={onGo}>
          {name}
        </button>
      )}
      <span className={styles.value}>{typedValueText(value)}</span>
      <span className={state === 'kept' || state === 'saving' ? styles.state : styles.problem}>
        <TextWithReference>
          {failure?.conflict ? conflictText(failure.conflict) : ((failure ?? refused)?.message ?? words[state])}
        </TextWithReference>
      </span>
      {refused && (
        <DecisionButtons about={layout}>
          <Button aria-label={`Discard: ${name}`} onClick={() => void outbox.discardRefused(record.id, field)}>
            Discard
          </Button>
        </DecisionButtons>
      )}
      {failure?.conflict && (
        <ConflictDecisionButtons
          about={`${layout} ${conflictText(failure.conflict)}`}
          outbox={outbox}
          id={record.id}
          field={field}
        />
      )}
    </li>
  );
}

const words = {
  conflict: '',
  failed: 'Not saved',
  refused: 'Not saved',
  kept: 'Kept on this device',
  saving: 'Saving...',
};

function headOf(
  unsaved: readonly UnsavedValue[],
  beside: UnsavedValueListProps['beside'],
): { title: string; text: string } {
  const failed = unsaved.find(({ state }) => state === 'failed');
  if (failed) return { title: 'Error', text: saveFailureText(failed.record) };
  if (unsaved.length > 0) {
    const until = unsaved.every(({ state }) => state === 'refused') ? 'you correct it' : 'the server has it';
    return { title: outboxWordings.notSavedYet, text: `Kept on this device, for you alone, until ${until}.` };
  }
  if (beside === 'act') return { title: outboxWordings.working, text: outboxWordings.workGoesOn };
  if (beside === 'form') return { title: outboxWordings.notSavedYet, text: outboxWordings.formIsNotSaved };
  return { title: 'All saved', text: 'Everything that you typed has reached the server.' };
}
