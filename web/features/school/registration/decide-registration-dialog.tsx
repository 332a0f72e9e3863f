import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { familiesContract } from '#shared/families/contract.ts';
import { familyRegistrationWordings as wordings } from '#shared/families/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { studentFields } from '#shared/students/fields.ts';
import { call } from '../../../api/call.ts';
import { isSessionOver, messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import styles from './registration.module.css';

const { readRegistration, acceptRegistration, sendBackRegistration } = familiesContract;
type Reviewed = Output<typeof readRegistration>;
type Field = Reviewed['fields'][number]['field'];

interface DecideRegistrationDialogProps {
  studentId: string;
  name: string;
  onDecided: () => void;
  onClose: () => void;
}

/** A family's registration beside the register, field by field: accept the chosen facts, or send it back with a note (rule 58). */
export function DecideRegistrationDialog({ studentId, name, onDecided, onClose }: DecideRegistrationDialogProps) {
  const client = useQueryClient();
  const query = useQuery(queryOf(readRegistration, { student_id: studentId }));
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** One key for one decision: a repeated press decides nothing twice. */
  const key = useRef<{ of: string; is: string }>({ of: '', is: '' });
  const found = query.data;
  const fields = found?.fields ?? [];
  const changed = fields.filter(({ registered, proposed }) => registered !== proposed);
  const chosen = changed.filter(({ field }) => !left.has(field));

  const keyOf = (input: unknown): string => {
    const of = JSON.stringify(input);
    if (key.current.of !== of) key.current = { of, is: crypto.randomUUID() };
    return key.current.is;
  };
  const decide = async (act: () => Promise<unknown>, says: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      snackbar(says);
      onDecided();
      onClose();
    } catch (error) {
      if (!isSessionOver(error)) setProblem(messageOf(error));
    }
    // What was decided on may have changed.
    await client.invalidateQueries({ queryKey: queryKeyOf(readRegistration) });
    setBusy(false);
  };
  const accept = ({ year, version }: Reviewed & { year: number }) => {
    const input = {
      ...{ student_id: studentId, year, version, fields: chosen.map(({ field }) => field) },
      was: Object.fromEntries(chosen.map(({ field, registered }) => [field, registered])),
    };
    return decide(
      () => call(acceptRegistration, input, { idempotencyKey: keyOf(input) }),
      wordings.accepted(chosen.length),
    );
  };
  const sendBack = ({ year, version }: Reviewed & { year: number }) => {
    const input = { student_id: studentId, year, version, note, fields: [...left] };
    return decide(() => call(sendBackRegistration, input, { idempotencyKey: keyOf(input) }), wordings.sentBack);
  };
  const seen = found && found.year !== null ? { ...found, year: found.year } : undefined;
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={`Registration of ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
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
      {problem !== undefined && <Alert tone="error">{problem}</Alert>}
      {found ? (
        <div className={styles.compared}>
          <p>
            {wordings.states[found.state]}
            {found.decided_by === null || found.state === 'handed in' ? '' : ` by ${found.decided_by}`}
            {found.state === 'sent back' && found.note !== null ? `: ${found.note}` : ''}
          </p>
          {fields.length === 0 ? (
            <p>{wordings.nothingChanged}</p>
          ) : (
            <Comparison
              found={found}
              left={left}
              onToggle={(field) =>
                setLeft((now) => new Set(now.has(field) ? [...now].filter((one) => one !== field) : [...now, field]))
              }
            />
          )}
          {(found.state === 'handed in' || found.state === 'accepted') && (
            <TextArea label="Note to the family" limit={500} value={note} onValueChange={setNote} />
          )}
        </div>
      ) : (
        <Loading queries={[query]} what="the registration" />
      )}
    </Dialog>
  );
}

interface ComparisonProps {
  found: Reviewed;
  /** Facts that are not accepted; the family is asked to look at them again. */
  left: ReadonlySet<Field>;
  onToggle: (field: Field) => void;
}

function Comparison({ found: { fields, codes, state }, left, onToggle }: ComparisonProps) {
  return (
    <Table label="Changes" stickyFirst>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          <th scope="col">Register</th>
          <th scope="col">Family</th>
          <th scope="col">Accept</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, registered, proposed, is_accepted, is_asked }) => (
          <tr key={field}>
            <th scope="row">{studentFields[field].label}</th>
            <td>{valueText(field, registered, codes)}</td>
            <td>{valueText(field, proposed, codes)}</td>
            <td>
              {state === 'handed in' && registered !== proposed ? (
                <input
                  type="checkbox"
                  aria-label={`Accept ${studentFields[field].label}`}
                  checked={!left.has(field)}
                  onChange={() => onToggle(field)}
                />
              ) : is_accepted ? (
                'Accepted'
              ) : is_asked ? (
                'Asked again'
              ) : (
                ''
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function valueText(field: Field, value: string | null, codes: Reviewed['codes']): string {
  if (value === null) return 'Blank';
  const { type, codes: list } = studentFields[field];
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return displayDate(value);
  const named = codes.find((one) => one.list === list)?.choices.find(({ code }) => code === value);
  return named?.name ?? value;
}
