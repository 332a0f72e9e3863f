import type { BrowserContext, Page } from 'playwright-core';
import { weeklyTestSettings } from '../school/weekly-test-settings.ts';

/** From now on what is read at the addresses is answered with what `change` makes of the server's answer. */
export async function changeAnswer(
  of: Page | BrowserContext,
  isAddress: (address: URL) => boolean,
  change: (answer: never) => object,
): Promise<void> {
  await of.route(isAddress, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    // A page that was left meanwhile wants no answer, whether it left before the answer came or before it was read.
    const given = await route
      .fetch()
      .then((answer) => answer.json())
      .catch(() => null);
    if (given) await route.fulfill({ json: change(given as never) }).catch(() => undefined);
  });
}

/** The page is of a school that has weekly tests; the test's own process sets `school().weeklyTests` for the server. */
export const withWeeklyTests = (of: Page | BrowserContext): Promise<void> =>
  changeAnswer(
    of,
    ({ pathname }) => pathname === '/school.json',
    (school: object) => ({ ...school, weeklyTests: weeklyTestSettings }),
  );
