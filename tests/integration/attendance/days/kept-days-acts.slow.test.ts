import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { handler } from '#functions/attendance/jobs/lambda.ts';
import { readClassDays } from '#functions/attendance/records/class-day.ts';
import { readDayFacts } from '#functions/attendance/reports/day-facts.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { scanBothTables } from '../../../support/school/both-tables.ts';
import { studentIdsOfClasses } from '../../../support/school/small-school.ts';
import { killAtWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';
import { holdTimeForEachTest, scanAtGate, studentInClass, writeDecisions } from '../attendance-days.ts';

/*
 * Acts of a fortnight in any order, some of which die at a write, with a report after each. Whatever was kept before,
 * both what reports read of students and the counts of classes have to be those of the stored records, which are
 * counted here.
 */
const dates = ['2025-10-06', '2025-10-07', '2025-10-10', '2025-10-13', '2025-10-14', '2025-10-15'];
const students = ['S01', 'S02', 'S11'];
const everybody = [...studentIdsOfClasses['1A'], ...studentIdsOfClasses['1B']];

const school = steppedSchoolForTests(handler);
const office = school.admin;
holdTimeForEachTest('2025-10-15T14:00:00Z');

interface Setting {
  student: string;
  date: string;
  /** Any number, for what else there is to choose. */
  choice: number;
}

/** Undo keys of what was deleted or imported before. */
interface Done {
  deleted: string[];
  imported: string[];
  told: { student_id: string; id: string }[];
}

/** The register of a closed day is refused. */
const decideIfOpen: typeof writeDecisions = (...given) =>
  writeDecisions(...given).catch((error: Error) => {
    if (!error.message.endsWith('refused')) throw error;
  });

const pick = <T>(list: readonly T[], choice: number): T => list[choice % list.length] as T;

const acts: Record<string, (on: Setting, done: Done) => Promise<unknown>> = {
  scan: ({ student, date, choice }) =>
    scanAtGate(date, student, pick(['07:30:00', '08:30:00', '11:00:00', '14:30:00'], choice)),
  register: ({ student, date, choice }) =>
    decideIfOpen(date, {
      [student]: pick([{ am: 'A', pm: 'A' }, { am: 'P', pm: 'P', late: true }, { am: 'P' }] as const, choice),
    }),
  'register of a class where the student is a guest': ({ student, date }) =>
    decideIfOpen(date, { [student]: { pm: 'P' } }, (id) => studentInClass(id, '1B')),
  excuse: ({ student, date, choice }) =>
    office.call(attendanceContract.correctAttendance, {
      student_id: student,
      date,
      excused: pick(['excused', 'not excused'] as const, choice),
      why: 'A letter.',
    }),
  correct: ({ student, date, choice }) =>
    office.call(attendanceContract.correctAttendance, {
      student_id: student,
      date,
      am: pick(['P', 'A'] as const, choice),
      why: 'Another card.',
    }),
  delete: async ({ student, date }, { deleted }) => {
    const { body } = await office.call(attendanceContract.deleteAttendance, {
      records: [{ student_id: student, date_scanned: date }],
    });
    if (body?.undo) deleted.push(body.undo);
  },
  'undo a deletion': (_on, { deleted }) => office.call(undoContract.undoAct, { undo: deleted.shift() ?? 'A1/none' }),
  tell: async ({ student, date, choice }, { told }) => {
    const { body } = await office.call(attendanceContract.addAbsenceNotice, {
      student_id: student,
      from: date,
      to: pick([date, '2025-10-17'], choice),
      reason: 'Dentist',
      excused: pick(['excused', 'not excused'] as const, choice),
    });
    if (body?.id) told.push({ student_id: student, id: body.id });
  },
  withdraw: (_on, { told }) =>
    office.call(attendanceContract.withdrawAbsenceNotice, told.shift() ?? { student_id: 'S01', id: 'A1/12345678' }),
  'set the day': async ({ date, choice }) => {
    const { status } = await office.call(attendanceContract.setSchoolDays, {
      from: date,
      to: date,
      title: 'Flood',
      limits: null,
      held: pick(['none', 'am', 'both'] as const, choice),
    });
    if (status === 200) await school.work();
  },
  import: async ({ student, date, choice }, { imported }) => {
    const row = `${student},${date} ${pick(['07:45', '08:50', '13:30'], choice)}`;
    const { status, body } = await office.call(attendanceContract.importScans, { file: new File([row], 'scans.csv') });
    if (status !== 200) return;
    imported.push(body.import);
    await school.work();
  },
  'undo an import': async (_on, { imported }) => {
    const { status } = await office.call(undoContract.undoAct, { undo: imported.shift() ?? 'A1/none' });
    if (status === 200) await school.work();
  },
  'change of class': ({ student, choice }) =>
    office.call(termReportsContract.changeClass, { student_id: student, class_id: pick(['1A', '1B'], choice) }),
  'a day passes': async () => void vi.setSystemTime(Date.now() + 86_400_000),
};

interface Act extends Setting {
  act: string;
  /** The write at which it dies, whether that is stored; null where it lives. */
  dies: { index: number; isWritten: boolean } | null;
}

const anyAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...Object.keys(acts)),
  student: fc.constantFrom(...students),
  date: fc.constantFrom(...dates),
  choice: fc.nat({ max: 11 }),
  dies: fc.option(fc.record({ index: fc.integer({ min: 1, max: 4 }), isWritten: fc.boolean() }), { freq: 2 }),
});

/** The stored records as each report should have them, without any function of the school. */
async function countByHand() {
  const items = (await scanBothTables()).filter(
    ({ pk, deletedAt }) => /^attendance#/.test(String(pk)) && deletedAt === undefined,
  );
  const facts: Record<string, string> = {};
  const counts: Record<string, number[]> = {};
  for (const { studentId, date, classId, am, pm, late, excused, excusedSessions } of items) {
    if (!dates.includes(String(date))) continue;
    facts[`${studentId} ${date}`] = [am, pm, late === true, excused === true, classId].join();
    const sum = counts[`${date} ${classId}`] ?? [0, 0, 0, 0, 0, 0, 0];
    counts[`${date} ${classId}`] = [
      ...[am === 'P', am === 'A', pm === 'P', pm === 'A', late === true],
      Number(excusedSessions ?? 0),
      am === undefined && pm === undefined,
    ].map((one, place) => (sum[place] ?? 0) + Number(one));
  }
  return { facts, counts };
}

async function asReported() {
  const facts: Record<string, string> = {};
  for (const classId of ['1A', '1B'])
    for (const [id, own] of await readDayFacts(classId, { studentIds: everybody, dates }))
      for (const [date, { am, pm, late, excused, classId: of }] of own)
        facts[`${id} ${date}`] = [am, pm, late === true, excused === true, of].join();
  const days = await readClassDays({ from: '2025-10-06', to: '2025-10-15' });
  const counts = Object.fromEntries(
    days.map(({ date, classId, ...one }) => [
      `${date} ${classId}`,
      [one.am, one.amAbsent, one.pm, one.pmAbsent, one.late, one.excused, one.unmarked],
    ]),
  );
  return { facts, counts };
}

it('reports what the records say after any acts, wherever they died', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 6, maxLength: 14 }), async (story) => {
      await school.bringBack();
      vi.setSystemTime(new Date('2025-10-15T14:00:00Z'));
      const done: Done = { deleted: [], imported: [], told: [] };
      for (const { act, dies, ...on } of story) {
        const work = async () => acts[act]?.(on, done);
        if (dies) await killAtWrite(dies, work).catch(() => undefined);
        else await work();
        school.endAll();
        expect([act, await asReported()]).toEqual([act, await countByHand()]);
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 240_000);
