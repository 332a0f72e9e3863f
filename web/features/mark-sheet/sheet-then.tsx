import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output, Request } from '#shared/http/contract.ts';
import { markSheetContract, type SheetChange, type TypedField, typedFields } from '#shared/mark-sheet/contract.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { momentText, valueText } from '../../history/moment-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Table } from '../../ui/display/table.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './sheet-then.module.css';

type Named = Omit<Request<typeof markSheetContract.markSheetAt>, 'at'>;
type Restored = Output<typeof markSheetContract.restoreMarkSheet>;

const labels: Record<TypedField, string> = {
  exam_mark: 'Exam',
  late: 'Late',
  absent: 'Absent',
  app: 'App',
  con: 'Con',
  comment: 'Comment',
};

export interface SheetThenProps {
  /** How the sheet is named to the server. */
  sheet: Named;
  open: boolean;
  onClose: () => void;
  /** Cells were brought back: the sheet behind shows older values. */
  onRestored: () => void;
}

/** The whole sheet as it stood at a moment, what has changed since, and the way back. */
export default function SheetThen({ sheet, open, onClose, onRestored }: SheetThenProps) {
  const [text, setText] = useState(() => localText(new Date(Date.now() - 86_400_000)));
  const [at, setAt] = useState<string | null>(null);
  const restoring = useMutation({
    mutationFn: (changes: readonly SheetChange[]) =>
      call(markSheetContract.restoreMarkSheet, {
        ...sheet,
        form_level: Number(sheet.form_level),
        year: Number(sheet.year),
        term: Number(sheet.term) as 1 | 2 | 3,
        at: at ?? '',
        cells: changes.map(({ student_id, field, now }) => ({ student_id, field, now })),
      }),
    onSuccess: onRestored,
  });
  const show = (moment: string | null) => {
    restoring.reset();
    setAt(moment);
  };
  const parsed = new Date(text);
  return (
    <Dialog
      open={open}
      size="wide"
      title="The sheet as it stood"
      text="Typed marks, counts, grades and comments of a moment. Course marks follow the mark book."
      onClose={onClose}
    >
      <form
        className={styles.moment}
        onSubmit={(event) => {
          event.preventDefault();
          if (!Number.isNaN(parsed.getTime())) show(parsed.toISOString());
        }}
      >
        <TextField
          label="Date and time"
          type="datetime-local"
          value={text}
          max={localText(new Date())}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={Number.isNaN(parsed.getTime())}>
          Show
        </Button>
      </form>
      {restoring.isError && <Alert tone="error">{messageOf(restoring.error)}</Alert>}
      {restoring.data ? (
        <Outcome outcome={restoring.data} onUndo={show} />
      ) : (
        at !== null && (
          <AsItStood key={at} sheet={sheet} at={at} isBusy={restoring.isPending} onRestore={restoring.mutate} />
        )
      )}
    </Dialog>
  );
}

interface AsItStoodProps {
  sheet: Named;
  at: string;
  isBusy: boolean;
  onRestore: (changes: readonly SheetChange[]) => void;
}

function AsItStood({ sheet, at, isBusy, onRestore }: AsItStoodProps) {
  const then = useQuery({ ...queryOf(markSheetContract.markSheetAt, { ...sheet, at }), staleTime: 0, gcTime: 0 });
  if (then.isError) {
    return (
      <ErrorRetry
        title="The sheet could not be loaded."
        detail={messageOf(then.error)}
        isRetrying={then.isFetching}
        onRetry={() => void then.refetch()}
      />
    );
  }
  if (!then.data) return <Skeleton lines={8} label="Loading the sheet" />;
  const { data, changes } = then.data;
  const changeOf = new Map(changes.map((change) => [`${change.student_id} ${change.field}`, change]));
  return (
    <>
      <div className={styles.summary}>
        <p role="status">
          {changes.length === 0
            ? `Nothing has changed since ${momentText(at)}.`
            : `${changes.length} ${changes.length === 1 ? 'value has' : 'values have'} changed since ${momentText(at)}. Restoring brings back what is marked.`}
        </p>
        {changes.length > 0 && (
          <Button variant="primary" busy={isBusy} onClick={() => onRestore(changes)}>
            Restore {changes.length}
          </Button>
        )}
      </div>
      <Table label="The sheet as it stood" dense stickyFirst>
        <thead>
          <tr>
            <th scope="col">Student</th>
            {typedFields.map((field) => (
              <th key={field} scope="col">
                {labels[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(({ student_id, name, values }) => (
            <tr key={student_id}>
              <th scope="row">{name}</th>
              {typedFields.map((field) => {
                const change = changeOf.get(`${student_id} ${field}`);
                return (
                  <td key={field} className={change ? styles.changed : undefined}>
                    {change ? valueText(change.was) : (values[field] ?? '')}
                    {change && (
                      <span className={styles.now}>
                        now {valueText(change.now)}
                        {change.by !== null && `, ${change.by}`}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Outcome({ outcome, onUndo }: { outcome: Restored; onUndo: (at: string) => void }) {
  const { restored, left, undo_at } = outcome;
  return (
    <>
      <div className={styles.summary}>
        <p role="status">
          {restored} {restored === 1 ? 'value was' : 'values were'} restored.
        </p>
        {restored > 0 && <Button onClick={() => onUndo(undo_at)}>Show what stood before</Button>}
      </div>
      {left.length > 0 && (
        <Alert tone="warning">
          Not restored:
          <ul>
            {left.map(({ student_id, name, field, now, by, at, reason }) => (
              <li key={`${student_id} ${field}`}>
                {name}, {labels[field]}: {reason} It is {valueText(now)}
                {by !== null && `, by ${by}`}
                {at !== null && `, ${momentText(at)}`}.
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** A moment as `datetime-local` writes it: in the reader's own time, to the minute. */
function localText(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
