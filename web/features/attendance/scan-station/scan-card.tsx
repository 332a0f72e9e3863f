import { CircleAlert, CircleCheck, Clock, DoorOpen, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { fetchDocument } from '../../../api/call.ts';
import { initialsOf } from '../../../ui/display/avatar.tsx';
import type { ShownScan } from './decide-scan.ts';
import { kindOf } from './sounds.ts';
import styles from './station.module.css';

const words: Record<ShownScan['outcome'], string> = {
  present: 'On time',
  late: 'Late',
  leaving: 'Leaving',
  again: 'Scanned already',
  'too late': 'Too late to be counted present',
  unknown: 'Unknown card',
  archived: 'No longer a student here',
  'no school': 'No school today',
  refused: 'Not taken',
  dismissed: 'Not taken',
  kept: 'Kept, and sent later',
};

const icons: Record<ReturnType<typeof kindOf>, LucideIcon> = {
  good: CircleCheck,
  late: Clock,
  leaving: DoorOpen,
  bad: CircleAlert,
};

/** One scan over the whole page, to be read from two metres. */
export function ScanCard({ scan, stationKey }: { scan: ShownScan; stationKey: string }) {
  const kind = kindOf(scan.outcome);
  const Icon = icons[kind];
  return (
    <div className={`${styles.card} ${styles[kind]}`} role="status">
      <Picture key={scan.at} scan={scan} stationKey={stationKey} />
      <p className={styles.name}>{scan.name ?? scan.student_id}</p>
      {scan.classId && <p className={styles.class}>{scan.classId}</p>}
      <p className={styles.outcome}>
        <Icon aria-hidden />
        {words[scan.outcome]}
      </p>
      <p className={styles.class}>{scan.reason ?? scan.time}</p>
    </div>
  );
}

function Picture({ scan: { name, picture }, stationKey }: { scan: ShownScan; stationKey: string }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (picture === null) return;
    let address: string | undefined;
    let isGone = false;
    fetchDocument(attendanceContract.stationPicture, { student_id: picture }, { stationKey })
      .then((bytes) => {
        if (isGone) return;
        address = URL.createObjectURL(bytes);
        setSource(address);
      })
      // Without a network there are the initials.
      .catch(() => undefined);
    return () => {
      isGone = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [picture, stationKey]);
  if (name === null) return null;
  return (
    <span className={styles.picture} aria-hidden>
      {source === undefined ? initialsOf(name) : <img src={source} alt="" />}
    </span>
  );
}
