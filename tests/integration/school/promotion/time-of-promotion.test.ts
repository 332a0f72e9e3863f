import { expect, it } from 'vitest';
import { readTimeOfPromotion } from '#functions/school/promotion/promotion-status.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

schoolForTests();

it.each([
  [3, '2026-07-03', '2026-07-02T12:00:00.000Z', true],
  [3, '2026-07-03', '2026-07-03T12:00:00.000Z', false],
  [3, undefined, '2026-04-01T12:00:00.000Z', false],
  [2, '2026-03-27', '2026-04-01T12:00:00.000Z', true],
] as const)('a promotion in Term %s that ends on %s is early at %s: %s', async (term, dateEnd, now, isEarly) => {
  await executeActionOfTest(PeriodEntity.put({ year: 2025, term, dateEnd }));
  await executeActionOfTest(CurrentPeriodEntity.put({ year: 2025, term }));
  expect(await readTimeOfPromotion(new Date(now))).toMatchObject({ term, isEarly });
});
