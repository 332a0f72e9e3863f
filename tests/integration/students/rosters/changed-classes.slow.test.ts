import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { holdClock } from '../../../support/clock.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { password, studentIdsOfClasses } from '../../../support/school/small-school.ts';
import { createRandomActs } from '../../../support/step-by-step/random-acts.ts';
import { KeptByTest, listStoredStudents } from './kept-by-test.ts';

const seed = Number(process.env.ACTS_SEED ?? 67);
const actsToTry = isWholeRun ? 5000 : 200;
const classIds = Object.keys(studentIdsOfClasses);
const {
  saveStudent,
  addStudent,
  archiveStudent,
  restoreStudent,
  undoStudentAct,
  listAllStudents,
  listCurrentStudents,
} = studentRegisterContract;

/** Of the rosters; of the records; and as the PTA may read it. Columns by hand. */
const inRosters = ['id', 'last_name', 'first_name', 'class_id', 'house_code'] as const;
const inRecords = ['id', 'last_name', 'first_name', 'class_id', 'phone_cell', 'address_line_2'] as const;
const ofPta = ['id', 'last_name', 'first_name', 'class_id', 'address_line_2'] as const;

describe(`kept lists of students after ${actsToTry} acts of seed ${seed}`, () => {
  const school = schoolForTests();
  const office = school.as('A1');
  const clerk = school.as('A2');
  const pta = school.as('A3');
  const acts = createRandomActs(seed, { admin: office, clerk });
  const { random, oneOf, below, tryCall } = acts;
  const studentIds: string[] = Object.values(studentIdsOfClasses).flat();
  let clock: ReturnType<typeof holdClock>;
  beforeAll(() => {
    clock = holdClock();
  });
  afterAll(() => void vi.useRealTimers());

  const who = () => oneOf(['admin', 'clerk'] as const);
  const facts = () => ({
    ...(random() < 0.5 ? { last_name: `Lastname ${below(100)}`, house_code: oneOf(['Red', 'Blue', null]) } : {}),
    ...(random() < 0.5 ? { phone_cell: `868-555-0${100 + below(900)}`, address_line_2: oneOf(['Arima', null]) } : {}),
    ...(random() < 0.4 ? { class_id: oneOf(classIds) } : {}),
  });

  async function act(): Promise<void> {
    const student_id = oneOf(studentIds);
    const kinds: (() => Promise<unknown>)[] = [
      () => tryCall(who(), saveStudent, { id: student_id, ...facts() }),
      // Two people of the office at once.
      () => Promise.all([office, clerk].map((one) => one.call(saveStudent, { id: oneOf(studentIds), ...facts() }))),
      () => tryCall(who(), archiveStudent, { student_id, date_of_leaving: '2025-11-20', reason: null }),
      () => tryCall(who(), restoreStudent, { student_id, class_id: oneOf(classIds) }),
      () => tryCall('admin', termReportsContract.changeClass, { student_id, class_id: oneOf(classIds) }),
      async () => {
        if (studentIds.length > 40) return;
        const id = `N${studentIds.length}`;
        await tryCall(who(), addStudent, {
          ...{ id, first_name: 'Nadia', last_name: `Newcomer ${id}`, class_id: oneOf(classIds), is_another: true },
          ...{ date_of_birth: '2014-05-06', birth_certificate_no: `9${id.slice(1).padStart(9, '0')}` },
        });
        studentIds.push(id);
      },
      async () => {
        const undo = acts.takeUndo();
        if (undo && undo.row.path !== termReportsContract.changeClass.path)
          await tryCall('admin', undoStudentAct, { undo: undo.key });
      },
      async () => clock.passMinutes(below(4)),
    ];
    await oneOf(kinds)();
  }

  it('equal what is stored, when each answer brings the changed classes alone', async () => {
    await office.call(listAllStudents, { view: 'current' });
    const lists = [
      { kept: new KeptByTest(office, listAllStudents, { view: 'current', columns: 'house_code' }), columns: inRosters },
      {
        kept: new KeptByTest(office, listAllStudents, { view: 'current', columns: 'phone_cell,address_line_2' }),
        columns: inRecords,
      },
      { kept: new KeptByTest(pta, listCurrentStudents, { columns: 'phone_cell,address_line_2' }), columns: ofPta },
    ];
    const answers = { whole: 0, changes: 0, unchanged: 0 };
    for (let number = 1; number <= actsToTry; number += 1) {
      await act();
      // Each list is behind by another number of acts.
      for (const [place, { kept, columns }] of lists.entries()) {
        if (number % (place + 1) > 0) continue;
        const answer = await kept.ask().catch(async () => {
          for (const [name, client] of Object.entries({ admin: office, clerk, pta }))
            await client.signIn(name, password);
          return kept.ask();
        });
        answers[answer === null ? 'unchanged' : answer.unchanged ? 'changes' : 'whole'] += 1;
        expect(kept.lines(), `list ${place} after act ${number}`).toEqual(await listStoredStudents(columns));
      }
    }
    // Every act has been done, not only refused, and most answers brought changes alone.
    const carriedOut = Object.keys(acts.answers).filter((one) => one.endsWith(' 200'));
    expect(carriedOut.length, JSON.stringify(acts.answers)).toBe(6);
    expect(answers.changes, JSON.stringify(answers)).toBeGreaterThan(answers.whole * 3);
    expect(answers.unchanged).toBeGreaterThan(10);
  }, 1_800_000);
});
