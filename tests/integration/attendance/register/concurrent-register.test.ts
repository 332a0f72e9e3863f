import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { classes } from '../../../support/school/small-school.ts';
import { scanAtGate } from '../attendance-days.ts';

const server = schoolForTests();
let clients: Record<'T1' | 'T2' | 'A1', TestClient>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-05T12:30:00Z') });
  const [T1, T2, A1] = await Promise.all(['T1', 'T2', 'A1'].map((account) => clientOfAccount(server.url, account)));
  clients = { T1, T2, A1 } as typeof clients;
  const { ClassPostEntity } = await import('#functions/people/records/store.ts');
  const { year } = await import('../../../support/school/small-school.ts');
  // Form teachers both: each may change what the other said of an earlier day.
  await writeAction(
    ClassPostEntity.put({ employeeId: 'T2', year, classId: '1A', formLevel: 1, as: 'form teacher', name: '' }),
  );
});
afterAll(async () => {
  vi.useRealTimers();
});

const names = { T1: 'Mona Núñez', T2: 'Eric Ali', A1: 'Ada Office' } as const;
const students = classes['1A'].slice(0, 3);
/** The term's weekdays but for Republic Day and Divali: a day for each run. */
const schoolDays = Array.from({ length: 90 }, (_, index) => new Date(Date.UTC(2025, 8, 1 + index)))
  .filter((date) => date.getUTCDay() % 6 !== 0)
  .map((date) => date.toISOString().slice(0, 10))
  .filter((date) => date !== '2025-09-24' && date !== '2025-10-20');

const act = fc.oneof(
  fc.record({
    kind: fc.constant('scan' as const),
    student: fc.constantFrom(...students),
    time: fc.constantFrom('07:30:00', '08:30:00', '11:00:00', '15:00:00'),
  }),
  fc.record({
    kind: fc.constant('register' as const),
    who: fc.constantFrom('T1' as const, 'T2' as const),
    am: fc.constantFrom('P' as const, 'A' as const, 'L' as const),
    of: fc.subarray([...students], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('correct' as const),
    student: fc.constantFrom(...students),
    am: fc.constantFrom('P' as const, 'A' as const, null),
    excused: fc.constantFrom('excused' as const, 'not excused' as const),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const { saveAttendanceRegister, correctAttendance, readAttendanceRegister } = attendanceContract;

async function carryOut(one: Act, date: string): Promise<number> {
  if (one.kind === 'scan') {
    await scanAtGate(date, one.student, one.time);
    return 200;
  }
  if (one.kind === 'register') {
    const said = one.of.map((student_id) => ({ student_id, am: one.am, was: { am: null } }));
    return (await clients[one.who].call(saveAttendanceRegister, { class_id: '1A', date, students: said, why: 'Seen.' }))
      .status;
  }
  const { student: student_id, am, excused } = one;
  return (await clients.A1.call(correctAttendance, { student_id, date, am, excused, why: 'Seen.' })).status;
}

/** What the class's counts should be, counted from its register one by one. */
async function recount(date: string) {
  const { body } = await clients.A1.call(readAttendanceRegister, { class_id: '1A', date });
  const of = (count: (row: (typeof body.students)[number]) => number) =>
    body.students.reduce((total, row) => total + count(row), 0);
  const is = (holds: boolean) => (holds ? 1 : 0);
  const isThere = (mark: string | null) => mark === 'P' || mark === 'L';
  return {
    am: of(({ am }) => is(isThere(am))),
    amAbsent: of(({ am }) => is(am === 'A')),
    pm: of(({ pm }) => is(isThere(pm))),
    pmAbsent: of(({ pm }) => is(pm === 'A')),
    late: of(({ am, pm }) => is(am === 'L' || pm === 'L')),
    excused: of(({ am, pm, excused }) => (excused === 'excused' ? is(!isThere(am)) + is(!isThere(pm)) : 0)),
  };
}

describe('concurrent register entries, scans and corrections', () => {
  it('keep counts and records equal, and lose no acknowledged entry', async () => {
    const { storedClassDays } = await import('#functions/attendance/records/class-day.ts');
    let day = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 5 }), async (acts) => {
        day += 1;
        const date = schoolDays[day] ?? '';
        const statuses = await Promise.all(acts.map((one) => carryOut(one, date)));
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        const [counted] = (await storedClassDays({ from: date, to: date })).filter(({ classId }) => classId === '1A');
        const expected = await recount(date);
        const { am = 0, amAbsent = 0, pm = 0, pmAbsent = 0, late = 0, excused = 0 } = counted ?? {};
        expect({ am, amAbsent, pm, pmAbsent, late, excused }).toEqual(expected);
        // Who was answered 200 is in the field, or somebody who was answered 200 as well.
        const { body } = await clients.A1.call(readAttendanceRegister, { class_id: '1A', date });
        for (const row of body.students) {
          const said = acts.filter((one, index) => statuses[index] === 200 && saysOf(one, row.student_id));
          const words = said.map((one) => (one.kind === 'register' ? [one.am, names[one.who]] : [null, names.A1]));
          const isTakenBack = said.some((one) => one.kind === 'correct' && one.am === null);
          // Both saw no mark, so one of two contradicting entries gets a 409. Present and late do not contradict, because a scan may be late.
          const registered = said.filter((one) => one.kind === 'register');
          if (registered.length === said.length)
            expect(new Set(registered.map(({ am }) => am === 'A')).size).toBeLessThanOrEqual(1);
          if (said.length === 0) expect(row.am_by).toBeNull();
          else if (!isTakenBack) expect(words.map(([, by]) => by)).toContain(row.am_by);
        }
      }),
      { numRuns: 12 },
    );
  });
});

const saysOf = (one: Act, studentId: string): boolean =>
  one.kind === 'register' ? one.of.includes(studentId as never) : one.kind === 'correct' && one.student === studentId;
