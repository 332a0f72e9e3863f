import { Badge } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, KeyRound, Power, RotateCcw, ScanLine } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { stationPagePath } from '#shared/options/scan-stations/page-path.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { useSchoolAddress } from '../../api/school.ts';
import { Button } from '../../ui/controls/button.tsx';
import { copyRefusedText, useCopy } from '../../ui/controls/use-copy.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Table } from '../../ui/display/table.tsx';
import { momentText } from '../../ui/fields/dates/school-clock.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Row, Toolbar } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import { RefusedScans } from './refused-scans.tsx';
import styles from './stations.module.css';

const { listAttendanceStations, addAttendanceStation, endAttendanceStation, restoreAttendanceStation } =
  scanStationsContract;
type Station = Output<typeof listAttendanceStations>[number];

/** Scan stations: their links, and when each was last connected. */
export default function Stations() {
  const stations = useQuery(queryOf(listAttendanceStations, {}));
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(listAttendanceStations, {}) });
  const [made, setMade] = useState<{ name: string; key: string }>();

  const { act } = useAct({ onFailed: noticeFailure });
  const end = ({ id, name }: Station) =>
    act(async () => {
      await call(endAttendanceStation, { id });
      // The link of an ended station does not work.
      if (made?.key.startsWith(`${id}.`)) setMade(undefined);
      offerUndo({
        message: `${name} is ended. Its link no longer works.`,
        undo: () => call(restoreAttendanceStation, { id }),
        onDone: () => void reload(),
      });
      await reload();
    }, id);
  const restore = ({ id, name }: Station) =>
    act(async () => {
      await call(restoreAttendanceStation, { id });
      snackbar(`${name} is open again, with its old link.`);
      await reload();
    }, id);

  return (
    <>
      <ScreenHead title="Stations" />
      <p className={styles.text}>
        A scan station is a computer, tablet or phone at the gate. It has its own link and needs no sign-in.
      </p>
      <NewStation
        onMade={(station) => {
          setMade(station);
          void reload();
        }}
      />
      {made && <StationLink name={made.name} secret={made.key} onClose={() => setMade(undefined)} />}
      {stations.data ? (
        <List stations={stations.data} onEnd={end} onRestore={restore} />
      ) : (
        <Loading queries={[stations]} what="the stations" />
      )}
      <RefusedScans />
    </>
  );
}

function NewStation({ onMade }: { onMade: (made: { name: string; key: string }) => void }) {
  const [name, setName] = useState('');
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const { act, isBusy, problem, setProblem } = useAct();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem('Enter a name, such as Main gate.');
    await act(async () => {
      const { station, key } = await call(addAttendanceStation, { name }, { idempotencyKey: attempt });
      onMade({ name: station.name, key });
      setName('');
      setAttempt(crypto.randomUUID());
    });
  };
  return (
    <Toolbar as="form" below={20} onSubmit={(event) => void submit(event)}>
      <TextField
        label="New station"
        value={name}
        maxLength={40}
        autoComplete="off"
        error={problem ?? undefined}
        onChange={(event) => {
          setName(event.target.value);
          // Another name is another station, even if the earlier answer was lost.
          setAttempt(crypto.randomUUID());
          setProblem(null);
        }}
      />
      <Button type="submit" icon={KeyRound} busy={isBusy}>
        {scanStationWordings.makeALink}
      </Button>
    </Toolbar>
  );
}

interface ListProps {
  stations: readonly Station[];
  onEnd: (station: Station) => Promise<unknown>;
  onRestore: (station: Station) => Promise<unknown>;
}

function List({ stations, onEnd, onRestore }: ListProps) {
  if (stations.length === 0)
    return (
      <EmptyState
        icon={ScanLine}
        title="There are no stations yet"
        text="Make one above and open its link at the gate."
      />
    );
  return (
    <Table label="Stations" folds>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Last connected</th>
          <th scope="col">Made</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {stations.map((station) => (
          <tr key={station.id}>
            <th scope="row">
              {station.name} {station.ended_at && <Badge variation="warning">Ended</Badge>}
            </th>
            <td data-label="Last connected">
              <WholeDates>{station.last_seen ? momentText(station.last_seen) : 'Never'}</WholeDates>
            </td>
            <td data-label="Made">
              <WholeDates>{`${momentText(station.made_at)}, ${station.made_by}`}</WholeDates>
            </td>
            <td>
              {station.ended_at ? (
                <Button
                  variant="quiet"
                  icon={RotateCcw}
                  aria-label={`Open again: ${station.name}`}
                  onClick={() => void onRestore(station)}
                >
                  Open again
                </Button>
              ) : (
                <Button
                  variant="quiet"
                  icon={Power}
                  aria-label={`End: ${station.name}`}
                  onClick={() => void onEnd(station)}
                >
                  End
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface StationLinkProps {
  name: string;
  /** Its key, which is not stored and so shown only once. */
  secret: string;
  onClose: () => void;
}

function StationLink({ name, secret, onClose }: StationLinkProps) {
  const { copied, isRefused, copy } = useCopy();
  const shown = useRef<HTMLElement>(null);
  const link = new URL(`${stationPagePath}#key=${secret}`, useSchoolAddress()).href;
  return (
    <Stack as="section" gap={10} below={20} className={styles.made} width={720} aria-label={`Link of ${name}`}>
      <Text as="h2" size="16on22">
        {name} is ready
      </Text>
      <p>
        Open this link on one device. It is shown only now. Anyone who has it can scan, and sees who was scanned. Make a
        separate link for each device.
      </p>
      <code ref={shown}>{link}</code>
      {isRefused && <p role="alert">{copyRefusedText}</p>}
      <Row align="stretch" wrap gap={8}>
        <Button variant="primary" icon={copied ? Check : Copy} onClick={() => void copy(link, shown.current)}>
          {copied ? 'Copied' : 'Copy the link'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Row>
    </Stack>
  );
}
