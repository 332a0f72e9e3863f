import { IdCard, ScanLine } from 'lucide-react';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanStationWordings } from '#shared/options/scan-stations/wordings.ts';
import { screenOfAct, windowOfAct } from '../../features/attendance/attendance-acts.ts';
import { dueOf } from '../../features/school/places.ts';
import { buildScreenAddress, sitePaths } from '../../session/site-paths.ts';

export const officeActs = [
  windowOfAct(
    {
      name: 'cards',
      label: 'Student Cards',
      icon: IdCard,
      text: 'Cards with a picture and a code for the scanner, of a class, eight on a page.',
    },
    () => import('./student-cards-window.tsx'),
  ),
  screenOfAct(
    {
      name: 'stations',
      label: 'Stations',
      icon: ScanLine,
      text: 'The scan stations at the gate: make a link, see when each was last connected, end it.',
    },
    () => import('./stations.tsx'),
  ),
];

export const due = dueOf(scanStationsContract.listRefusedScans, {
  menu: 'attendanceStudent',
  input: {},
  toLines: ({ count }) => {
    const to = buildScreenAddress(sitePaths.studentAttendance, { act: 'stations' });
    return count > 0 ? [{ text: scanStationWordings.notTaken(count), to }] : [];
  },
});

export const noteOnClosedAttendance: string = scanStationWordings.afterClosing;

export const guide = () => import('../../../docs/guide/options/scan-stations/gate.md?guide');
