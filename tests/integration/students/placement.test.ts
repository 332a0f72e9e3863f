import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { checkPlacement } from '../../support/placement-property.ts';
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
