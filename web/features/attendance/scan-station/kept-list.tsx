import { refusedText } from '#shared/attendance/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { Table } from '../../../ui/display/table.tsx';
import { showDay } from '../../../ui/fields/dates/day-text.ts';
import type { KeptScan } from './kept-scans.ts';
import styles from './station.module.css';
import type { StationState } from './station.ts';

/** What the device keeps: scans on their way, and those that could not be taken, with the reason (rule 49). Nothing where it keeps none. */
export function KeptList({ waiting, refused, offset, timeZone }: StationState) {
  if (waiting.length + refused.length === 0) return null;
  const momentOf = ({ at, off = offset }: KeptScan) => {
    const { date, time } = schoolMoment(new Date(Date.parse(at) + off), timeZone);
    return `${showDay(date)} ${time.slice(0, 5)}`;
  };
  const counts = [
    ...(waiting.length > 0 ? [`${waiting.length} waiting`] : []),
    ...(refused.length > 0 ? [`${refused.length} not taken`] : []),
  ];
  return (
    <details className={styles.kept}>
      <summary>Scans kept on this device: {counts.join(', ')}</summary>
      {refused.length > 0 && (
        <p className={styles.hint}>
          Scans that were not taken are listed for the office in Student Attendance, Stations. They stay here until they
          are taken or the office has dismissed them.
        </p>
      )}
      <Table label="Scans kept on this device">
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
              <td>{scan.refused ? refusedText(scan.refused) : 'Waiting to be sent'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
