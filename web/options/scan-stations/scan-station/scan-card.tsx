import { CircleAlert, CircleCheck, Clock, DoorOpen, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { fetchDocument } from '../../../api/call.ts';
import { toInitials } from '../../../ui/display/avatar.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import type { ShownScan } from './decide-scan.ts';
import styles from './station.module.css';

const words: Record<ShownScan['outcome'], string> = {
  present: 'On time',
  late: 'Late',
  leaving: 'Leaving',
  again: 'Scanned already',
  'afternoon only': 'Absent this morning, here for the afternoon',
  'afternoon late': 'Absent this morning, late for the afternoon',
  'entered absent': 'Entered as absent: please see the form teacher',
  'too late': 'Too late to be counted present',
  unknown: 'Unknown card',
  archived: 'No longer a student here',
  'no school': scanStationWordings.noSchoolToday,
  refused: 'Not accepted',
  dismissed: 'Not accepted',
  kept: scanStationWordings.keptAndSentLater,
};

const icons: Record<ReturnType<typeof toToneOfOutcome>, LucideIcon> = {
  good: CircleCheck,
  late: Clock,
  leaving: DoorOpen,
  bad: CircleAlert,
};

/** A scan as large as the page, readable from two metres. */
export function ScanCard({ scan, stationKey }: { scan: ShownScan; stationKey: string }) {
  const kind = toToneOfOutcome(scan.outcome);
  const Icon = icons[kind];
  return (
    <Stack align="center" className={`${styles.card} ${styles[kind]}`} role="status">
      <Picture key={scan.at} scan={scan} stationKey={stationKey} />
      <p className={styles.name}>{scan.name ?? scan.student_id}</p>
      {scan.classId && <p className={styles.class}>{scan.classId}</p>}
      <Row as="p" className={styles.outcome}>
        <Icon aria-hidden />
        <span>{words[scan.outcome]}</span>
      </Row>
      <p className={styles.class}>{scan.reason ?? scan.time}</p>
    </Stack>
  );
}

function Picture({ scan: { name, picture }, stationKey }: { scan: ShownScan; stationKey: string }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (picture === null) return;
    let address: string | undefined;
    let isGone = false;
    fetchDocument(scanStationsContract.readStationPicture, { student_id: picture }, { stationKey })
      .then((bytes) => {
        if (isGone) return;
        address = URL.createObjectURL(bytes);
        setSource(address);
      })
      // Offline the initials are shown.
      .catch(() => undefined);
    return () => {
      isGone = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [picture, stationKey]);
  if (name === null) return null;
  return (
    <span className={styles.picture} aria-hidden>
      {source === undefined ? toInitials(name) : <img src={source} alt="" />}
    </span>
  );
}

/** Hertz of the tones of each kind of outcome, one after the other. */
const tones = { good: [880], late: [660, 520], leaving: [520, 780], bad: [180, 180] } as const;
type Kind = keyof typeof tones;

const late: ReadonlySet<ShownScan['outcome']> = new Set([
  ...(['late', 'afternoon only', 'afternoon late', 'entered absent', 'too late', 'kept'] as const),
]);

export const toToneOfOutcome = (outcome: ShownScan['outcome']): Kind => {
  if (outcome === 'present') return 'good';
  if (late.has(outcome)) return 'late';
  return outcome === 'leaving' || outcome === 'again' ? 'leaving' : 'bad';
};

const length = 0.12;
let context: AudioContext | undefined;

/**
 * Plays a short sound for each kind. Silent where the browser has no audio, or does not allow it before the first key.
 */
export function playSoundOfOutcome(outcome: ShownScan['outcome']): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  const from = context.currentTime;
  for (const [place, hertz] of tones[toToneOfOutcome(outcome)].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    tone.type = hertz < 300 ? 'square' : 'sine';
    volume.gain.value = 0.25;
    tone.connect(volume).connect(context.destination);
    tone.start(from + place * length * 1.3);
    tone.stop(from + place * length * 1.3 + length);
  }
}
