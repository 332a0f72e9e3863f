import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { placementStorm } from '../../support/placement/placement-storm.ts';
import { startSmallSchool } from '../../support/school/small-school.ts';

/** `npm run nightly` sends ten thousand. */
const saves = 400;

let school: RunningSchool;
beforeAll(async () => {
  school = await startSmallSchool();
});
afterAll(() => school.stop());

it('loses no acknowledged mark of students who change class beside eight saves', async () => {
  const storm = await placementStorm({ url: school.url, saves, name: 'P' });
  expect(storm.faults.slice(0, 5)).toEqual([]);
  expect(storm.saves).toBeGreaterThanOrEqual(saves);
  expect(storm.acknowledged).toBeGreaterThan(saves * 0.75);
  expect(storm.moved).toBeGreaterThan(saves / 16);
}, 120_000);
