import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttendanceRecordEntity, halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { StationEntity } from '#functions/options/scan-stations/stations.ts';
import { school as file } from '#functions/school/records/school.ts';
import { allCalls } from '#shared/product.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { type CallWithExample, callsWithExamples } from '../../../support/callers/call-examples.ts';
import { clientOfAccount, clientOfStation } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { listChangesSince, readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { fieldPathsOfAnswer } from '../../answer-fields.ts';
import { accountsOfColumn, stationRights } from '../../rights-table.ts';
import { type SchoolOfRights, startSchoolOfRights } from '../../school-of-rights.ts';

const entryOf = (title: string): CallWithExample => {
  const entry = callsWithExamples.find(({ call }) => `${call.method} ${call.path}` === title);
  if (!entry) throw new Error(`${title} is not in the contracts`);
  return entry;
};
const ask = (client: TestClient, { call, input }: CallWithExample) => client.call(call, input as never);

let school: SchoolOfRights;
beforeAll(async () => {
  school = await startSchoolOfRights();
});
afterAll(() => school.school.stop());

const setEnded = async (endedAt: string | undefined) => {
  const change = endedAt === undefined ? { remove: ['endedAt' as const] } : { set: { endedAt } };
  await executeActionOfTest(StationEntity.update({ stationId: 'GATE1' }, change));
};

/** The record of a scan that the station made this moment, whatever day it is. */
async function scanNow(studentId: string): Promise<void> {
  const { date, time } = schoolMoment(new Date(), file().timeZone);
  const record = { studentId, date, half: halfYearOf(date), classId: '4A', formLevel: 4, version: 1 };
  await executeActionOfTest(AttendanceRecordEntity.put({ ...record, scans: { 'GATE1@now': time } }));
}

describe('a scan station', () => {
  it('may make the calls that rights.md names, which are all calls of stations', () => {
    const calls = allCalls.filter(({ call }) => call.who === 'station');
    expect(stationRights.map(({ call }) => call).toSorted()).toEqual(
      calls.map(({ call }) => `${call.method} ${call.path}`).toSorted(),
    );
  });

  it.each(stationRights)('is let in at $call and shown the fields named there alone', async ({ call, fields }) => {
    const entry = entryOf(call);
    const isPicture = fields.has('a picture');
    if (isPicture) {
      // Of anybody else than who was just scanned here there is none.
      expect((await ask(clientOfStation(school.school.url), entry)).status).toBe(404);
      await scanNow('S41');
    }
    const answer = await ask(clientOfStation(school.school.url), entry);
    expect(answer.status).toBe(200);
    if (isPicture) expect(answer.headers.get('content-type')).toMatch(/^image\//);
    else expect(fieldPathsOfAnswer(answer.body).filter((field) => !fields.has(field))).toEqual([]);
  });

  it.each(stationRights)('is refused at $call without its key, with a wrong one and with one that was ended', async ({
    call,
  }) => {
    const { url } = school.school;
    const entry = entryOf(call);
    const before = await readTableContent();
    const wrong = ['', 'GATE1', 'GATE1.', `GATE1.${'x'.repeat(43)}`, `NOBODY.${'g'.repeat(43)}`, `.${'g'.repeat(43)}`];
    const statuses = [];
    for (const key of wrong) statuses.push((await ask(clientOfStation(url, key), entry)).status);
    expect(statuses).toEqual(wrong.map(() => 401));
    expect(await listChangesSince(before)).toEqual([]);
    await setEnded('2025-10-01T12:00:00.000Z');
    expect((await ask(clientOfStation(url), entry)).status).toBe(401);
    await setEnded(undefined);
    expect((await ask(clientOfStation(url), entry)).status).not.toBe(401);
  });

  it.each(stationRights)('alone is let in at $call: no account is', async ({ call }) => {
    const before = await readTableContent();
    const statuses: Record<string, number> = {};
    for (const accountId of Object.values(accountsOfColumn).flat())
      statuses[accountId] = (await ask(await clientOfAccount(school.school.url, accountId), entryOf(call))).status;
    expect(statuses).toEqual(
      Object.fromEntries(
        Object.values(accountsOfColumn)
          .flat()
          .map((id) => [id, 401]),
      ),
    );
    const changed = await listChangesSince(before);
    expect(changed.filter((item) => !item.startsWith('session#'))).toEqual([]);
  });

  it('is let in nowhere else', async () => {
    const closed = callsWithExamples.filter(({ call }) => call.who !== 'station' && call.who !== 'anyone');
    const putBack = await saveTableForRestore();
    const statuses = new Set<number>();
    for (const entry of closed) statuses.add((await ask(clientOfStation(school.school.url), entry)).status);
    await putBack();
    expect([...statuses]).toEqual([401]);
  });
});
