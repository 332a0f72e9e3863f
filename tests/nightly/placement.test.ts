import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSchool } from '../../local/school.ts';
import { checkEachHoldUp, checkPlacement } from '../support/placement/placement-property.ts';
import { placementStorm } from '../support/placement/placement-storm.ts';
import { startSmallSchool } from '../support/school/small-school.ts';

const saves = 10_000;
const runs = 5_000;

let school: RunningSchool;
beforeAll(async () => {
  school = await startSmallSchool();
});
afterAll(() => school.stop());

it(`loses none of ${saves} marks of students who change class beside eight saves`, async () => {
  const storm = await placementStorm({ url: school.url, saves, name: 'N' });
  expect(storm.faults.slice(0, 5)).toEqual([]);
  expect(storm.saves).toBeGreaterThanOrEqual(saves);
  expect(storm.acknowledged).toBeGreaterThan(saves * 0.75);
  expect(storm.moved).toBeGreaterThan(saves / 16);
});

it('keeps each acknowledged value in the one class of its student, in thousands of orders', async () => {
  const { acknowledged } = await checkPlacement({ runs });
  expect(acknowledged).toBeGreaterThan(runs / 2);
});

it('keeps them where a save or a change of class is held up after any of its requests until the other is through', async () => {
  const { acknowledged, faults } = await checkEachHoldUp();
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(50);
});
