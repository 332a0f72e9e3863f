import { CloudOff, KeyRound, ScanLine, Wifi } from 'lucide-react';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { scanRefusalText } from '#shared/options/scan-stations/station-scan.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { CardCameraReader } from './camera.tsx';
import type { StationState } from './decide-scan.ts';
import type { KeptScan } from './kept-scans.ts';
import { listenToScanner } from './listen-to-scanner.ts';
import { playSoundOfOutcome, ScanCard, toToneOfOutcome } from './scan-card.tsx';
import type { ScanStation } from './scan-station.ts';
import styles from './station.module.css';
import { cacheStationPageForOffline } from './station-device.ts';

/** Milliseconds for which a scan is shown, longer for problems. */
const shownFor = { good: 1_200, late: 1_500, leaving: 1_200, bad: 3_000 } as const;

/** The desk at the gate. */
export function StationPage({ station, stationKey }: { station: ScanStation; stationKey: string }) {
  const state = useSyncExternalStore(station.subscribe, () => station.state);
  const { shown } = state;
  const [passed, setPassed] = useState<string>();
  const [typed, setTyped] = useState('');
  const isShown = shown !== null && passed !== shown.at;

  useEffect(() => {
    // Once the students are loaded, so are all files of the page.
    void station.open().then(cacheStationPageForOffline);
    const retry = () => void station.send();
    window.addEventListener('online', retry);
    const stop = listenToScanner((line, isInField) => {
      void station.scan(line);
      if (isInField) setTyped('');
    });
    return () => {
      window.removeEventListener('online', retry);
      stop();
      station.close();
    };
  }, [station]);

  // One sound for each outcome. The name, which arrives later, restarts the time for which the scan is shown.
  const { at, outcome } = shown ?? {};
  useEffect(() => {
    if (at !== undefined && outcome !== undefined) playSoundOfOutcome(outcome);
  }, [at, outcome]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setPassed(shown.at), shownFor[toToneOfOutcome(shown.outcome)]);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <main className={styles.page}>
      <Row as="header" justify="between" wrap gap={4} across={16} className={styles.head}>
        <h1>{state.name || 'Scan station'}</h1>
        <Connection {...state} />
      </Row>
      <Bands {...state} />
      <Middle station={station} state={state} typed={typed} onTyped={setTyped} />
      <KeptScanList {...state} />
      {isShown && shown !== null && <ScanCard scan={shown} stationKey={stationKey} />}
    </main>
  );
}

interface MiddleProps {
  station: ScanStation;
  state: StationState;
  /** What is typed into the field. */
  typed: string;
  onTyped: (typed: string) => void;
}

function Middle({ state, ...props }: MiddleProps) {
  if (state.phase === 'starting')
    return <p className={styles.ready}>Loading the students… Cards can be scanned already.</p>;
  if (state.phase === 'ended')
    return (
      <EmptyState
        icon={KeyRound}
        title={scanStationWordings.thisScanStationWasEnded}
        text={`Ask the office for a new link.${state.waiting.length > 0 ? ` ${scansOf(state.waiting.length)} on this device will be sent when the new link is opened here.` : ''}`}
      />
    );
  if (state.phase === 'failed')
    return (
      <EmptyState
        icon={CloudOff}
        title={scanStationWordings.studentsCouldNotBeLoaded}
        text="This page tries again until it is connected. Keep scanning: each card is stored on this device and sent then."
      />
    );
  return <Ready state={state} {...props} />;
}

function Ready({ station, state, typed, onTyped }: MiddleProps) {
  const [onCode] = useState(() => (code: string) => void station.scan(code));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void station.scan(typed);
    onTyped('');
  };
  return (
    <div className={styles.ready}>
      <Clock {...state} />
      <Row as="p" gap={16} className={styles.invitation}>
        <ScanLine aria-hidden />
        {scanStationWordings.scanYourCard}
      </Row>
      <p className={styles.hint}>{scansOf(state.counted)} today at this station</p>
      <Row as="form" align="end" gap={8} onSubmit={submit}>
        <TextField
          label={scanStationWordings.orTypeTheId}
          value={typed}
          autoComplete="off"
          onChange={(event) => onTyped(event.target.value)}
        />
        <Button type="submit">Enter</Button>
      </Row>
      <CardCameraReader onCode={onCode} />
    </div>
  );
}

/** The time at the school, by the corrected clock. */
function Clock({ timeZone, offset }: Pick<StationState, 'timeZone' | 'offset'>) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now + offset);
  return <p className={styles.clock}>{time}</p>;
}

function Connection({ isOnline, waiting }: Pick<StationState, 'isOnline' | 'waiting'>) {
  const Icon = isOnline ? Wifi : CloudOff;
  return (
    <Row as="p" gap={8} tone="muted" className={styles.connection} role="status">
      <Icon size={18} aria-hidden />
      <span>
        {isOnline ? 'Connected' : 'No connection'}
        {waiting.length > 0 && ` – ${scansOf(waiting.length)} waiting`}
      </span>
    </Row>
  );
}

function Bands({ offset, keeps, isOnline, phase }: StationState) {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return (
    <Stack gap={8} className={styles.bands}>
      {offset !== 0 && (
        <Alert tone="warning">
          The clock of this device is {minutes} {minutes === 1 ? 'minute' : 'minutes'} {offset > 0 ? 'slow' : 'fast'}.
          Times are corrected by the server’s clock.
        </Alert>
      )}
      {!isOnline && phase === 'ready' && (
        <Alert tone="info">Keep scanning. Scans are stored on this device and sent when the connection is back.</Alert>
      )}
      {!keeps && (
        <Alert tone="error">
          This browser cannot store scans on the device. Do not close the page while scans are waiting.
        </Alert>
      )}
    </Stack>
  );
}

const scansOf = (count: number): string => (count === 1 ? '1 scan' : `${count} scans`);

/** Unsent and refused scans on the device, with the reason (rule 49). */
function KeptScanList({ waiting, refused, offset, timeZone }: StationState) {
  if (waiting.length + refused.length === 0) return null;
  const momentOf = ({ at, off = offset }: KeptScan) => {
    const { date, time } = schoolMoment(new Date(Date.parse(at) + off), timeZone);
    return `${displayDate(date)} ${time.slice(0, 5)}`;
  };
  const counts = [
    ...(waiting.length > 0 ? [`${waiting.length} waiting`] : []),
    ...(refused.length > 0 ? [`${refused.length} not accepted`] : []),
  ];
  return (
    <details className={styles.kept}>
      <summary>Scans kept on this device: {counts.join(', ')}</summary>
      {refused.length > 0 && (
        <p className={styles.hint}>
          Scans that were not accepted are listed for the office in Student Attendance, Stations. They stay here until
          the office accepts or dismisses them.
        </p>
      )}
      <Table label={scanStationWordings.scansKeptOnThisDevice}>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Scanned</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {[...refused, ...waiting].map((scan) => (
            <tr key={`${scan.at} ${scan.student_id}`}>
              <th scope="row">{scan.student_id}</th>
              <td>{momentOf(scan)}</td>
              <td>{scan.refused ? scanRefusalText(scan.refused) : 'Waiting to be sent'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

/** Where the school has switched its stations off: what waits on this device stays there. */
export const NoLongerOfferedMessage = () => (
  <main>
    <EmptyState
      icon={ScanLine}
      title={scanStationWordings.noLongerOffered}
      text="Cards are not scanned here any more. The office knows how attendance is taken now."
    />
  </main>
);

/** Shown on a device without a key. */
export const NoStationKeyMessage = () => (
  <main>
    <EmptyState
      icon={KeyRound}
      title="This device is no scan station"
      text="Open the link that the office made for it."
    />
  </main>
);
