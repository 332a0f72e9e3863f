import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { checkEachHoldUp, checkPlacement } from '../../support/placement-property.ts';
import { startSmallSchool } from '../../support/small-school.ts';

/** `npm run nightly` tries five thousand. */
const runs = 40;

let school: RunningSchool;
beforeAll(async () => {
  school = await startSmallSchool();
});
afterAll(() => school.stop());

it('keeps each acknowledged value in the one class of its student, however placing and saving fall between one another', async () => {
  const { acknowledged } = await checkPlacement({ runs });
  expect(acknowledged).toBeGreaterThan(runs / 2);
}, 240_000);

/** The others too, with `npm run nightly`. */
const writers = ['save an exam mark', 'save a mark of 1A', 'raise a total', 'save the term report'];

it('keeps them where a save or a change of class is held up after any of its requests until the other is through', async () => {
  const { acknowledged, faults } = await checkEachHoldUp(writers);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
}, 240_000);
