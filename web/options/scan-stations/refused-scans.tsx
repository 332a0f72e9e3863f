import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanRefusalText } from '#shared/options/scan-stations/station-scan.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { attempt } from '../../acts/attempt.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import styles from './stations.module.css';

const { listRefusedScans, acceptRefusedScans, dismissRefusedScans } = scanStationsContract;
type Scan = Output<typeof listRefusedScans>['scans'][number];

const keyOf = ({ station_id, student_id, at }: Scan): string => `${station_id} ${at} ${student_id}`;
const columns: readonly TableColumn<Scan>[] = [
  { key: 'id', label: 'Id', value: ({ student_id }) => student_id, width: 110 },
  { key: 'name', label: 'Name', value: ({ name }) => name, width: 200 },
  { key: 'why', label: 'Why it was not accepted', value: scanRefusalText, width: 340, isFiltered: true },
  { key: 'class', label: 'Class', value: ({ class_id }) => class_id, width: 120, isFiltered: true },
  {
    key: 'scanned',
    label: 'Scanned',
    width: 170,
    value: ({ date, time, at }) => (date === null ? at : `${date} ${time}`),
    text: (_, { date, time }) =>
      date === null ? 'Impossible time' : `${displayDate(date)} ${(time ?? '').slice(0, 5)}`,
  },
  { key: 'station', label: 'Station', value: ({ station }) => station, width: 140, isFiltered: true },
];
const dismissedColumns: readonly TableColumn<Scan>[] = [
  ...columns,
  { key: 'dismissed', label: 'Dismissed by', value: ({ dismissed_by }) => dismissed_by, width: 170 },
];
const filterable = columns.flatMap(({ key, isFiltered }) => (isFiltered ? [key] : []));

/** As many as a call accepts (importing `maxScansPerRequest` would load the schemas). */
const atOnce = 30;

/** @param after called for each part that was done */
async function inBatches<T>(
  scans: readonly Scan[],
  act: (names: { scans: ScanName[] }) => Promise<T>,
  after: (answer: T, part: readonly Scan[]) => void = () => undefined,
): Promise<void> {
  for (let from = 0; from < scans.length; from += atOnce) {
    const part = scans.slice(from, from + atOnce);
    after(await act({ scans: part.map(nameOf) }), part);
  }
}

/** Why an act failed, empty where the session is over: the password is asked for over the page. Null: it did not. */
type Failure = string | null;

async function failureOf(work: () => Promise<unknown>): Promise<Failure> {
  let failure = '';
  const isDone = await attempt(work, (error) => {
    failure = messageOf(error);
  });
  return isDone ? null : failure;
}

const sayFailure = (failure: Failure) => failure && snackbar(failure, { tone: 'error' });

const stays = (count: number, failure: Failure): string =>
  failure === null ? '' : ` ${pluralize(count, 'scan stays', 'scans stay')}: ${failure}`;

const nameOf = ({ station_id, student_id, at }: Scan) => ({ station_id, student_id, at });
type ScanName = ReturnType<typeof nameOf>;

/**
 * The refused scans of all stations, listed until the office accepts or dismisses them (rule 49). Dismissed ones can be
 * listed again for 30 days.
 */
export function RefusedScans() {
  const query = useQuery(queryOf(listRefusedScans, {}));
  const client = useQueryClient();
  const table = useTableState(filterable);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(listRefusedScans, {}) });
  const { act: begin, isBusy } = useAct({ onEnd: reload });
  const [wantsDismissed, setWantsDismissed] = useState(false);
  if (!query.data) return <Loading queries={[query]} what="the scans that were not accepted" />;
  const { count } = query.data;
  const { listed = [], dismissed = [] } = Object.groupBy(query.data.scans, ({ dismissed_by }) =>
    dismissed_by === null ? 'listed' : 'dismissed',
  );
  if (listed.length + dismissed.length === 0) return null;
  const isDismissed = dismissed.length > 0 && (wantsDismissed || count === 0);
  const scans = isDismissed ? dismissed : listed;
  const title = isDismissed ? 'Scans that were dismissed' : scanStationWordings.scansThatWereNotAccepted;

  const selected = scans.filter((scan) => selection.has(keyOf(scan)));
  /** The selection stays after a failure: those that are left are tried again by another press. */
  const act = (change: () => Promise<Failure>) =>
    begin(async () => {
      if ((await change()) === null) setSelection(new Set());
    });
  const accept = () =>
    act(async () => {
      const answers: Output<typeof acceptRefusedScans>[] = [];
      let done = 0;
      const failure = await failureOf(() =>
        inBatches(
          selected,
          (names) => call(acceptRefusedScans, names),
          (answer, part) => {
            answers.push(answer);
            done += part.length;
          },
        ),
      );
      const accepted = answers.reduce((sum, answer) => sum + answer.taken, 0);
      const left = answers.flatMap((answer) => answer.left);
      const [first] = left;
      const why = first
        ? ` ${pluralize(left.length, 'scan stays', 'scans stay')} listed: ${scanRefusalText(first)}`
        : '';
      if (done === 0) sayFailure(failure);
      else
        snackbar(
          `${accepted === 0 ? 'No scan was' : pluralize(accepted, 'scan', 'scans')} accepted.${why}${stays(selected.length - done, failure)}`,
          first || failure !== null ? { tone: 'error' } : {},
        );
      return failure;
    });
  const change = async (dismissed: boolean) => {
    const done: Scan[] = [];
    const failure = await failureOf(() =>
      inBatches(
        selected,
        (names) => call(dismissRefusedScans, { ...names, dismissed }),
        (_, part) => done.push(...part),
      ),
    );
    if (done.length === 0) sayFailure(failure);
    return { done, failure, rest: stays(selected.length - done.length, failure) };
  };
  const listAgain = () =>
    act(async () => {
      const { done, failure, rest } = await change(false);
      if (done.length > 0) snackbar(`${pluralize(done.length, 'scan is', 'scans are')} listed again.${rest}`);
      return failure;
    });
  const dismiss = () =>
    act(async () => {
      const { done, failure, rest } = await change(true);
      if (done.length > 0)
        offerUndo({
          message: `${pluralize(done.length, 'scan', 'scans')} dismissed. The stations delete them.${rest}`,
          undo: () => inBatches(done, (names) => call(dismissRefusedScans, { ...names, dismissed: false })),
          onDone: () => void reload(),
        });
      return failure;
    });

  return (
    <section className={styles.refused} aria-labelledby="refused-scans">
      <h2 id="refused-scans">{title}</h2>
      <p className={styles.text}>
        {isDismissed ? (
          'They do not count. For 30 days they can be listed again and accepted.'
        ) : (
          <>
            {pluralize(count, 'scan does', 'scans do')} not count yet
            {count > scans.length && `, the oldest ${scans.length} shown`}. “Accept” checks them again by the present
            school days, students and closed terms; stations also send them again every half hour. “Dismiss” scans that
            should not count.
          </>
        )}
      </p>
      <DataTable
        label={title}
        rows={scans}
        columns={isDismissed ? dismissedColumns : columns}
        keyOf={keyOf}
        state={table.state}
        onChange={table.change}
        searchPlaceholder="Search id, name or reason"
        nothingFound="No scan matches the search."
        selection={selection}
        onSelection={setSelection}
        tools={
          <>
            <span>{selected.length} selected</span>
            {isDismissed ? (
              <Button busy={isBusy} disabled={selected.length === 0} onClick={() => void listAgain()}>
                List again
              </Button>
            ) : (
              <>
                <Button busy={isBusy} disabled={selected.length === 0} onClick={() => void accept()}>
                  Accept
                </Button>
                <Button busy={isBusy} disabled={selected.length === 0} onClick={() => void dismiss()}>
                  Dismiss
                </Button>
              </>
            )}
            {dismissed.length > 0 && count > 0 && (
              <Button
                variant="quiet"
                onClick={() => {
                  setWantsDismissed(!isDismissed);
                  setSelection(new Set());
                }}
              >
                {isDismissed ? `Not accepted (${count})` : `Dismissed (${dismissed.length})`}
              </Button>
            )}
          </>
        }
      />
    </section>
  );
}
