import { afterEach, expect, it } from 'vitest';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { findRosterFaults } from '../../../support/school/roster-faults.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { interleave } from '../../../support/step-by-step/stepped-requests.ts';
import { placementActs } from './placement-acts.ts';
import { placementFaults } from './placement-faults.ts';
import { checkEveryInterruption, checkPlacement } from './placement-property.ts';
import { placementStorm } from './placement-storm.ts';

const runs = isWholeRun ? 5_000 : 40;
const saves = isWholeRun ? 10_000 : 400;
const timeout = isWholeRun ? 3_600_000 : 240_000;

const school = schoolForTests();
// Whatever fell between what: each class lists its students.
afterEach(async () => expect(await findRosterFaults()).toEqual([]));

it(
  'keeps each acknowledged value in the one class of its student, however placing and saving fall between one another',
  async () => {
    const { acknowledged } = await checkPlacement({ runs });
    // Chance decides how many acts save: with none the property would say nothing.
    expect(acknowledged).toBeGreaterThan(runs / 4);
  },
  timeout,
);

/** At night all of them. */
const writers = ['save an exam mark', 'save a mark of 1A', 'raise a total', 'save the term report'];

it(
  'keeps them where a save or a change of class is held up after any of its requests until the other is through',
  async () => {
    const { acknowledged, faults } = await checkEveryInterruption(isWholeRun ? undefined : writers);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(10);
  },
  timeout,
);

it('moves a subject that is given in the moment of a promotion to the new class with the others', async () => {
  const { newStudent, actsOf } = await placementActs();
  const given = new Set<number>();
  for (let after = 0; after < 10; after += 1) {
    const studentId = `G${after}`;
    await newStudent(studentId, { isRegistered: true });
    const { placers, writers } = actsOf(studentId);
    let passed = 0;
    const [, assigned] = await interleave([placers.promote, writers['take one subject more']], (waiting) => {
      // The promotion is held up after so many of its requests, until the subject is given.
      if (waiting.includes(1) && passed >= after) return 1;
      if (waiting.includes(0)) passed += 1;
      return waiting.includes(0) ? 0 : 1;
    });
    if (assigned?.status === 'fulfilled') given.add(after);
    expect(await placementFaults({ studentId, year, term, saved: [], isPromoted: true })).toEqual([]);
  }
  expect(given.size).toBeGreaterThan(5);
});

it(
  'loses no acknowledged mark of students who change class beside eight saves',
  async () => {
    const storm = await placementStorm({ url: school.url, saves });
    expect(storm.faults.slice(0, 5)).toEqual([]);
    expect(storm.saves).toBeGreaterThanOrEqual(saves);
    expect(storm.acknowledged).toBeGreaterThan(saves * 0.75);
    expect(storm.moved).toBeGreaterThan(saves / 16);
  },
  timeout,
);
