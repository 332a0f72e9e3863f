import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameApart } from '#shared/people/shared-names.ts';
import { messageOf } from '../api/errors.ts';
import { typedValueText } from '../outbox/save-status.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { Loading } from '../ui/display/loading.tsx';
import { Table } from '../ui/display/table.tsx';
import { DateField } from '../ui/fields/dates/date-field.tsx';
import { parseTime, toDate } from '../ui/fields/dates/day-text.ts';
import { momentAt, momentText, schoolDayAndTime, schoolToday } from '../ui/fields/dates/school-clock.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Row, Toolbar } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './history.module.css';
import { historyWordings } from './wordings.ts';

type Value = number | string | null;

/** A cell at a moment; `change` if its value is another one now. */
interface EarlierCell {
  value: Value;
  change?: { now: Value; by: string | null } | undefined;
}

/** A sheet at a moment. */
export interface SheetValuesAtMoment {
  columns: readonly string[];
  rows: readonly { id: string; name: string; cells: readonly EarlierCell[] }[];
  /** Other changes, a sentence each. */
  notes: readonly string[];
  /** How many values have changed. */
  count: number;
  /** Restores what is shown. */
  restore: () => Promise<RestoreResult>;
}

interface RestoreResult {
  count: number;
  /** Rows left as they are, each with the reason. */
  left: readonly string[];
  /** The moment before the restore; restoring to it undoes it. */
  undoAt: string;
}

export interface SheetAtMomentProps {
  /** Describes in a sentence what is shown. */
  text: string;
  /** Names the sheet among the queries. */
  queryKey: readonly unknown[];
  load: (at: string, signal: AbortSignal) => Promise<SheetValuesAtMoment>;
  open: boolean;
  onClose: () => void;
  /** Values were restored, so that the sheet behind the window is stale. */
  onRestored: () => void;
}

/** A sheet at a moment, what has changed since, and the button that restores it. */
export function SheetAtMoment({ text: about, queryKey, load, open, onClose, onRestored }: SheetAtMomentProps) {
  const [day, setDay] = useState<string | null>(() => schoolDayAndTime(new Date(Date.now() - 86_400_000)).day);
  const [time, setTime] = useState(() => schoolDayAndTime(new Date()).time);
  const [at, setAt] = useState<string | null>(null);
  const restoring = useMutation({ mutationFn: (then: SheetValuesAtMoment) => then.restore(), onSuccess: onRestored });
  const show = (moment: string | null) => {
    restoring.reset();
    setAt(moment);
  };
  const clock = parseTime(time);
  const moment = momentAt(day ?? '', clock ?? '');
  const isMoment = !Number.isNaN(moment.getTime()) && moment <= new Date();
  const today = schoolToday();
  const isPast = day !== null && toDate(day) !== undefined && day <= today;
  return (
    <Dialog
      openedBy="act"
      open={open}
      size="wide"
      title={historyWordings.earlierVersionsOfTheSheet}
      text={about}
      onClose={onClose}
    >
      <Toolbar
        as="form"
        className={styles.moment}
        onSubmit={(event) => {
          event.preventDefault();
          if (isMoment) show(moment.toISOString());
        }}
      >
        <DateField
          label="Date"
          value={day}
          max={today}
          error={isPast ? undefined : 'A date up to today.'}
          onValueChange={setDay}
        />
        <span className={styles.time}>
          <TextField
            label="Time"
            placeholder="hh:mm"
            value={time}
            error={clock === undefined ? historyWordings.timeSuchAs1405 : undefined}
            onChange={(event) => setTime(event.target.value)}
            onBlur={() => clock !== undefined && setTime(clock)}
          />
        </span>
        <Button type="submit" disabled={!isMoment}>
          Show
        </Button>
      </Toolbar>
      {restoring.isError && <Alert tone="error">{messageOf(restoring.error)}</Alert>}
      {restoring.data ? (
        <Outcome outcome={restoring.data} onUndo={show} />
      ) : (
        at !== null && (
          <EarlierTable
            key={at}
            at={at}
            queryKey={queryKey}
            load={load}
            isBusy={restoring.isPending}
            onRestore={restoring.mutate}
          />
        )
      )}
    </Dialog>
  );
}

interface TableAtMomentProps extends Pick<SheetAtMomentProps, 'queryKey' | 'load'> {
  at: string;
  isBusy: boolean;
  onRestore: (then: SheetValuesAtMoment) => void;
}

function EarlierTable({ at, queryKey, load, isBusy, onRestore }: TableAtMomentProps) {
  const then = useQuery({
    queryKey: [...queryKey, 'then', at],
    queryFn: ({ signal }) => load(at, signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (!then.data) return <Loading queries={[then]} what="the sheet" lines={8} />;
  const { columns, rows, notes, count } = then.data;
  const nameOf = nameApart(rows, { name: ({ name }) => name, id: ({ id }) => id });
  return (
    <>
      <Row justify="between" wrap gap={12} className={styles.summary}>
        <p role="status">
          {count === 0
            ? `Nothing has changed since ${momentText(at)}.`
            : `${count} ${count === 1 ? 'value has' : 'values have'} changed since ${momentText(at)}. Restore sets the marked cells back.`}
        </p>
        {count > 0 && (
          <Button variant="primary" busy={isBusy} onClick={() => onRestore(then.data)}>
            {`Restore ${count}`}
          </Button>
        )}
      </Row>
      {notes.length > 0 && (
        <Stack as="ul" gap={4} className={styles.notes} below={12}>
          {notes.map((note) => (
            <li key={note} className={styles.changed}>
              {note}
            </li>
          ))}
        </Stack>
      )}
      <Table label={historyWordings.earlierVersionsOfTheSheet} dense stickyFirst>
        <thead>
          <tr>
            <th scope="col">Student</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, cells }) => (
            <tr key={id}>
              <th scope="row">{nameOf({ id, name, cells })}</th>
              {cells.map(({ value, change }, index) => (
                <td key={columns[index]} className={change ? styles.changed : undefined}>
                  <span>{change ? typedValueText(value) : (value ?? '')}</span>
                  {change && (
                    <span className={styles.now}>
                      {`now ${[typedValueText(change.now), ...(change.by === null ? [] : [change.by])].join(', ')}`}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Outcome({
  outcome: { count, left, undoAt },
  onUndo,
}: {
  outcome: RestoreResult;
  onUndo: (at: string) => void;
}) {
  return (
    <>
      <Row justify="between" wrap gap={12} className={styles.summary}>
        <p role="status">{`${count} ${count === 1 ? 'value was' : 'values were'} restored.`}</p>
        {count > 0 && <Button onClick={() => onUndo(undoAt)}>{historyWordings.showTheValuesBefore}</Button>}
      </Row>
      {left.length > 0 && (
        <Alert tone="warning">
          Not restored:
          <ul>
            {left.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** "Ali, Anika, Exam: Has been changed. It is 40, by Ada Office, 14-Mar-2026 10:42." */
export function notRestoredText(
  about: string,
  { reason, now, by, at }: { reason: string; now: Value; by: string | null; at: string | null },
): string {
  const who = [...(by === null ? [] : [`by ${by}`]), ...(at === null ? [] : [momentText(at)])];
  return `${about}: ${reason} It is ${[typedValueText(now), ...who].join(', ')}.`;
}
