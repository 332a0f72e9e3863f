import { signIn } from '../../tests/support/callers/sign-in.ts';
import type { OpenScreen } from './screen-list.ts';

/** Puts the school into the first term of its next year, which has no lessons yet. */
export async function beginNewYear(): Promise<void> {
  const { executeAction } = await import('../../functions/platform/table/action.ts');
  const { CurrentPeriodEntity, readCurrentPeriod, PeriodEntity } = await import(
    '../../functions/school/records/periods.ts'
  );
  const now = await readCurrentPeriod();
  if (!now) throw new Error('The demo school has no current term.');
  const next = { year: now.year + 1, term: 1 as const };
  await executeAction(PeriodEntity.put(next));
  await executeAction(CurrentPeriodEntity.put(next));
}

/** The home of the office in a year that has no lessons yet. */
export const openNewYear: OpenScreen = async (page, url) => {
  await signIn(page, url, 'admin');
  await page
    .getByRole('button', { name: /^Take over lessons from/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
};
