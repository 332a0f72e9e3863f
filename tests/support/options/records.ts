import { FamilyNoteEntity } from '#functions/options/families/records/family-note.ts';
import { RosterKeyEntity } from '#functions/options/oneroster/keys/roster-keys.ts';
import { RosterReadingEntity } from '#functions/options/oneroster/keys/roster-readings.ts';
import { RefusedScanEntity } from '#functions/options/scan-stations/refused-scan.ts';
import { StationEntity } from '#functions/options/scan-stations/stations.ts';
import { hashSecret } from '#functions/platform/identity/secrets.ts';
import { executeActionOfTest, putRecords } from '../school/records.ts';
import { term, year } from '../school/small-school.ts';
import { refusedScan } from './examples.ts';

/** Station of the school of callers; it was heard of so lately that its calls write nothing of it. */
const gate = { stationId: 'GATE1', secret: 'g'.repeat(43) };

export const stationKey = `${gate.stationId}.${gate.secret}`;

/** What options add to the school of callers: absence notes, a station, a scan that could not be taken, a key. */
export async function addRecordsOfOptions(): Promise<void> {
  await Promise.all([sendNotes(), makeGate(), makeKey()]);
}

/** Absence notes of two students. */
async function sendNotes(): Promise<void> {
  const note = {
    id: 'note-of-october',
    from: '2025-10-06',
    to: '2025-10-07',
    year,
    term,
    days: 2,
    why: 'other' as const,
    state: 'sent' as const,
    sentAt: '2025-10-05T12:00:00.000Z',
    version: 1,
    expires: 4_000_000_000,
  };
  await putRecords(FamilyNoteEntity, [
    { ...note, studentId: 'S41', words: 'A cold' },
    { ...note, studentId: 'S42', words: 'A journey to the aunt' },
  ]);
}

async function makeGate(): Promise<void> {
  const { stationId, secret } = gate;
  const at = '2025-09-01T12:00:00.000Z';
  await executeActionOfTest(
    StationEntity.put({
      stationId,
      name: 'Main gate',
      hash: hashSecret(secret),
      madeAt: at,
      madeBy: 'Ada Office',
      lastSeenAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  );
  const { at: scannedAt, student_id: told } = refusedScan;
  await executeActionOfTest(
    RefusedScanEntity.put({
      stationId,
      told,
      studentId: told,
      at: scannedAt,
      date: '2025-10-01',
      time: '07:40:00',
      outcome: 'unknown',
      refusedAt: scannedAt,
    }),
  );
}

/** A key of another system, which has read with it today. */
async function makeKey(): Promise<void> {
  await putRecords(RosterKeyEntity, [
    {
      keyId: 'KEY1',
      name: 'Library',
      reads: ['people'],
      hash: hashSecret('k'.repeat(43)),
      madeAt: '2025-09-01T12:00:00.000Z',
      madeBy: 'Ada Office',
    },
  ]);
  const day = new Date().toISOString().slice(0, 10);
  await putRecords(RosterReadingEntity, [
    { keyId: 'KEY1', day, list: 'rostering/students', requests: 1, records: 15, expires: 4_000_000_000 },
  ]);
}
