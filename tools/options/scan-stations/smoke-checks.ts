import assert from 'node:assert/strict';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';
import type { SmokeCheck } from '../../smoke/smoke.ts';
import { idempotencyKeyOf, type Visitor } from '../../smoke/visitor.ts';

export const smokeChecks: readonly SmokeCheck[] = [['a scan', checkScan]];

/** By a station that is made for it and ended: it knows the school's days, and takes a scan of no student's card. */
async function checkScan({ client, mark, place: { url } }: Visitor): Promise<string> {
  const made = await client.call(
    scanStationsContract.addAttendanceStation,
    { name: mark },
    { 'Idempotency-Key': idempotencyKeyOf(mark, 'station') },
  );
  assert.equal(made.status, 200, `Making a station was answered ${made.status}`);
  const station = new TestClient(url);
  station.stationKey = made.body.key;
  const start = await station.call(scanStationsContract.readStationStart, {});
  assert.equal(start.status, 200, `The station’s start was answered ${start.status}`);
  const now = new Date().toISOString();
  const scan = { student_id: `${mark}-card`, at: now, off: 0 };
  const sent = await station.call(scanStationsContract.receiveStationScans, { sent_at: now, scans: [scan] });
  assert.equal(sent.status, 200, `A scan was answered ${sent.status}`);
  const [outcome] = sent.body.scans;
  const ended = await client.call(scanStationsContract.endAttendanceStation, { id: made.body.station.id });
  assert.equal(ended.status, 200, `Ending the station was answered ${ended.status}`);
  const after = await station.call(scanStationsContract.readStationStart, {});
  assert.equal(after.status, 401, `A station that was ended was answered ${after.status}`);
  return `a card that is no student’s: ${outcome?.outcome}; ended, the station is refused`;
}
