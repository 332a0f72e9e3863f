import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { readTableContent } from '../../../support/school/table-content.ts';

const {
  listAttendanceStations,
  addAttendanceStation,
  endAttendanceStation,
  restoreAttendanceStation,
  readStationStart,
} = scanStationsContract;

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  office = await clientOfAccount(school.url, 'A1');
});
afterAll(() => school.stop());

const opens = async (key: string) => (await clientOfStation(school.url, key).call(readStationStart, {})).status;
const trail = async (id: string) => {
  return (await listAuditTrail(`station#${id}`)).map(({ accountId, changes }) => [
    accountId,
    changes.map(({ field }) => field),
  ]);
};

describe('a scan station', () => {
  it('is made by the office, shows its key once and is listed with its last contact', async () => {
    const { status, body } = await office.call(addAttendanceStation, { name: '  Side gate ' });
    expect(status).toBe(200);
    expect(body.station).toMatchObject({ name: 'Side gate', made_by: 'Ada Office', last_seen: null, ended_at: null });
    expect(await opens(body.key)).toBe(200);
    const listed = (await office.call(listAttendanceStations, {})).body;
    expect(listed.map(({ name }) => name)).toEqual(['Main gate', 'Side gate']);
    const [, side] = listed;
    expect(Date.now() - Date.parse(side?.last_seen ?? '')).toBeLessThan(60_000);
    // Neither the list nor the table has the key.
    const secret = body.key.split('.')[1] ?? '';
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(JSON.stringify([...(await readTableContent())])).not.toContain(secret);
    expect(await trail(body.station.id)).toEqual([['A1', ['name']]]);
  });

  it('is ended at once, and its key is valid again when that is undone', async () => {
    const { key, station } = (await office.call(addAttendanceStation, { name: 'Hall' })).body;
    const ended = await office.call(endAttendanceStation, { id: station.id });
    expect(ended.body.ended_at).not.toBeNull();
    expect(await opens(key)).toBe(401);
    // Ending it twice, or bringing it back twice, is the same as once.
    expect((await office.call(endAttendanceStation, { id: station.id })).body.ended_at).toBe(ended.body.ended_at);
    expect((await office.call(restoreAttendanceStation, { id: station.id })).body.ended_at).toBeNull();
    expect((await office.call(restoreAttendanceStation, { id: station.id })).status).toBe(200);
    expect(await opens(key)).toBe(200);
    expect(await trail(station.id)).toHaveLength(3);
  });

  it('needs a name of one line, and must exist to be ended', async () => {
    const add = (body: object) =>
      office.send({ method: 'POST', path: '/api/attendance-station', body: JSON.stringify(body) });
    for (const name of ['', '   ', 'x'.repeat(41), 'two\nlines', null, 7])
      expect((await add({ name })).status).toBe(422);
    expect((await office.call(endAttendanceStation, { id: 'NOBODY' })).status).toBe(404);
    expect((await office.call(restoreAttendanceStation, { id: 'NOBODY' })).status).toBe(404);
  });

  it('stores its last contact once a minute at the most', async () => {
    const { key, station } = (await office.call(addAttendanceStation, { name: 'Gym' })).body;
    await opens(key);
    const seen = async () =>
      (await office.call(listAttendanceStations, {})).body.find(({ id }) => id === station.id)?.last_seen;
    const first = await seen();
    await opens(key);
    expect(await seen()).toBe(first);
  });
});
