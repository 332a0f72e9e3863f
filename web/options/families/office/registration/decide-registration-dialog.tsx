import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { familiesContract } from '#shared/options/families/contract.ts';
import type { RegistrationPart } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { useAct } from '../../../../acts/use-act.ts';
import { call } from '../../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../../api/query.ts';
import { createAskingClose, useLeaveGuard } from '../../../../session/leave-guard.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../../undo/offer-undo.ts';
import { Comparison, comparedParts, type Reviewed } from './registration-comparison.tsx';

const { readRegistration, acceptRegistration, sendBackRegistration, undoAct } = familiesContract;

interface DecideRegistrationDialogProps {
  studentId: string;
  name: string;
  onDecided: () => void;
  onClose: () => void;
}

/**
 * A family's registration beside the register, part by part: accept the chosen facts and files, or send it back with a
 * note (rule 58).
 */
export function DecideRegistrationDialog({ studentId, name, onDecided, onClose }: DecideRegistrationDialogProps) {
  const client = useQueryClient();
  const query = useQuery(queryOf(readRegistration, { student_id: studentId }));
  const [left, setLeft] = useState<ReadonlySet<RegistrationPart>>(new Set());
  const [note, setNote] = useState('');
  const discardNote = () => setNote('');
  useLeaveGuard(note.trim() !== '', discardNote);
  const close = createAskingClose(note.trim() !== '', discardNote, onClose);
  const { act, isBusy, problem } = useAct({
    // What was decided on may have changed.
    onEnd: () => client.invalidateQueries({ queryKey: queryKeyOf(readRegistration) }),
  });
  /** One key for one decision: a repeated press decides nothing twice. */
  const key = useRef<{ of: string; is: string }>({ of: '', is: '' });
  const found = query.data;
  const fields = found?.fields ?? [];
  const files = found?.files ?? [];
  const changed = found ? comparedParts(found) : [];
  const chosen = changed.filter((part) => !left.has(part));
  const isChosen = (part: RegistrationPart) => chosen.includes(part);

  const keyOf = (input: unknown): string => {
    const of = JSON.stringify(input);
    if (key.current.of !== of) key.current = { of, is: crypto.randomUUID() };
    return key.current.is;
  };
  const decide = <A,>(send: () => Promise<A>, onDone: (answer: A) => void) =>
    act(async () => {
      onDone(await send());
      onDecided();
      onClose();
    });
  const accept = ({ year, version }: Reviewed & { year: number }) => {
    const takenFields = fields.filter(({ field }) => isChosen(field));
    const takenFiles = files.filter(({ kind }) => isChosen(kind));
    const input = {
      student_id: studentId,
      year,
      version,
      fields: takenFields.map(({ field }) => field),
      was: Object.fromEntries(takenFields.map(({ field, registered }) => [field, registered])),
      files: takenFiles.map(({ kind }) => kind),
      was_files: Object.fromEntries(takenFiles.map(({ kind, registered }) => [kind, registered])),
    };
    return decide(
      () => call(acceptRegistration, input, { idempotencyKey: keyOf(input) }),
      ({ undo }) =>
        offerUndo({
          message: wordings.accepted(chosen.length),
          undo: undoOf(undo, undoAct),
          onDone: onDecided,
        }),
    );
  };
  const sendBack = ({ year, version }: Reviewed & { year: number }) => {
    const input = {
      student_id: studentId,
      year,
      version,
      note,
      fields: fields.flatMap(({ field }) => (left.has(field) ? [field] : [])),
      files: files.flatMap(({ kind }) => (left.has(kind) ? [kind] : [])),
    };
    return decide(
      () => call(sendBackRegistration, input, { idempotencyKey: keyOf(input) }),
      () => snackbar(wordings.sentBack),
    );
  };
  const seen = found && found.year !== null ? { ...found, year: found.year } : undefined;
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={`Registration of ${nameWithId({ name, student_id: studentId })}`}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>Close</Button>
          {seen && (seen.state === 'handed in' || seen.state === 'accepted') && (
            <Button unavailable={isBusy || note.trim() === ''} onClick={() => void sendBack(seen)}>
              Send Back
            </Button>
          )}
          {seen?.state === 'handed in' && (
            <Button variant="primary" busy={isBusy} onClick={() => void accept(seen)}>
              {chosen.length === changed.length ? 'Accept All' : `Accept ${chosen.length} of ${changed.length}`}
            </Button>
          )}
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {found ? (
        <Stack gap={16}>
          <p>
            {[
              wordings.states[found.state],
              found.decided_by === null || found.state === 'handed in' ? '' : ` by ${found.decided_by}`,
              found.state === 'sent back' && found.note !== null ? `: ${found.note}` : '',
            ].join('')}
          </p>
          {fields.length + files.length === 0 ? (
            <p>{wordings.nothingChanged}</p>
          ) : (
            <Comparison
              found={found}
              left={left}
              onToggle={(part) =>
                setLeft((now) => new Set(now.has(part) ? [...now].filter((one) => one !== part) : [...now, part]))
              }
            />
          )}
          {(found.state === 'handed in' || found.state === 'accepted') && (
            <TextArea label="Note to the family" limit={500} value={note} onValueChange={setNote} />
          )}
        </Stack>
      ) : (
        <Loading queries={[query]} what="the registration" />
      )}
    </Dialog>
  );
}
