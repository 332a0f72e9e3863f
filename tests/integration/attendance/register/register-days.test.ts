import { expect, it } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { holdTimeForEachTest, writeDecisions } from '../attendance-days.ts';

/*
 * Monday 13 to Wednesday 15 October, which is today. 1A has S01 to S06; Mona is its form teacher, Dina its dean, Eric
 * teaches a subject there.
 */
const today = '2025-10-15';
const school = schoolForTests();
const [mona, eric, dina, office] = [school.as('T1'), school.as('T2'), school.as('T3'), school.as('A1')];
holdTimeForEachTest(`${today}T12:30:00Z`);

const present = { am: 'P', pm: 'P' } as const;
const absent = { am: 'A', pm: 'A' } as const;
const daysOf = async (client: TestClient, class_id = '1A') =>
  client.call(attendanceContract.readRegisterDays, { class_id });

it('has each day of the term: taken, in part or not, closed or to come, with how many were absent', async () => {
  await writeDecisions('2025-10-13', {
    S01: present,
    S02: present,
    S03: { am: 'P', pm: 'A' },
    S04: present,
    S05: present,
    S06: absent,
  });
  await writeDecisions('2025-10-14', { S01: present, S02: absent });
  // 1B is another class.
  await writeDecisions('2025-10-10', { S11: present });
  const { body } = await daysOf(mona);
  expect([body.class_id, body.title]).toEqual(['1A', 'Term 1, 2025-2026']);
  expect([body.days[0]?.date, body.days.at(-1)?.date, body.days.length]).toEqual(['2025-09-01', '2025-12-12', 103]);
  const on = new Map(body.days.map(({ date, ...day }) => [date, day]));
  const marks = (am: [number, number], pm: [number, number]) => [
    { session: 'am', present: am[0], absent: am[1] },
    { session: 'pm', present: pm[0], absent: pm[1] },
  ];
  const schoolDay = { title: null, students: 6 };
  expect(on.get('2025-10-13')).toEqual({ ...schoolDay, is: 'taken', sessions: marks([5, 1], [4, 2]) });
  expect(on.get('2025-10-14')).toEqual({ ...schoolDay, is: 'in part', sessions: marks([1, 1], [1, 1]) });
  expect(on.get('2025-10-10')).toEqual({ ...schoolDay, is: 'not taken', sessions: marks([0, 0], [0, 0]) });
  expect(on.get('2025-10-11')).toEqual({ is: 'closed', title: 'weekend', students: 0, sessions: [] });
  expect(on.get('2025-09-24')?.title).toBe('Republic Day');
  expect(on.get('2025-10-16')).toEqual({ is: 'to come', title: null, students: 0, sessions: [] });
});

it('is for the form teacher, the dean and the office, not for a subject teacher or another class', async () => {
  const statuses = await Promise.all([mona, dina, office, eric].map(async (client) => (await daysOf(client)).status));
  expect(statuses).toEqual([200, 200, 200, 403]);
  expect((await daysOf(mona, '1B')).status).toBe(403);
  expect((await daysOf(office, '9Z')).status).toBe(404);
});

it('takes eight requests, however many days the term has had', async () => {
  const requests = await recordTraffic(() => daysOf(office));
  expect(requests).toHaveLength(8);
});
