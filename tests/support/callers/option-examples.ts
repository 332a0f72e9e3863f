import type { WrittenExamples } from './made-examples.ts';

/** The scan that the station of the school of callers could not have taken. */
export const refusedScan = { station_id: 'GATE1', student_id: 'NOBODY', at: '2025-10-01T11:40:00.000Z' };

/** Of the options. */
export const optionExamples = {
  'scan-stations': {
    addAttendanceStation: { input: { name: 'Back gate' } },
    endAttendanceStation: { input: { id: 'GATE1' } },
    restoreAttendanceStation: { input: { id: 'GATE1' } },
    // By a clock that is off since 2025: the scan is of today, on which there is no school.
    receiveStationScans: {
      input: {
        sent_at: '2025-10-01T11:50:02.000Z',
        scans: [{ student_id: 'S41', at: '2025-10-01T11:50:00.000Z' }],
      },
    },
    acceptRefusedScans: { input: { scans: [refusedScan] } },
    dismissRefusedScans: { input: { scans: [refusedScan], dismissed: true } },
    // Nobody was scanned in the last two minutes.
    readStationPicture: { outcome: 404 },
  },
  verification: {
    // No card is signed.
    readCardStatusList: { input: { list: '2025-1-refresh' }, outcome: 404 },
    findCard: { input: { code: 'K7QF2M9X4T' }, outcome: 404 },
  },
} as const satisfies Partial<WrittenExamples>;
