import { beforeAll, expect, it, vi } from 'vitest';
import { screenLooks } from '../../support/browser.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { lengthenNames } from '../../support/layout/long-names.ts';
import { isWholeRun } from '../../support/samples/whole-run.ts';
import { openAttendanceOfThirdTerm } from '../../support/school/open-attendance.ts';
import { openedWindows } from './every-window.ts';
import { openBy, placeOf, settled } from './open-a-window.ts';

const school = schoolInBrowser();
beforeAll(async () => {
  await lengthenNames(school.url);
  await openAttendanceOfThirdTerm(school.url);
});
vi.setConfig({ testTimeout: 600_000 });
const [, , phone] = screenLooks;
const places = [...new Set(openedWindows.map(placeOf))];

it.each(places)('the windows of %s have nothing to trip over where names are longest', async (place) => {
  const own = openedWindows.filter((way) => placeOf(way) === place);
  const [first] = own;
  const look = first?.isPhone ? phone : undefined;
  const { page } = await (first?.as ? school.visitAs(first.as, look) : school.visit(look));
  await first?.before?.(page);
  const lines: string[] = [];
  for (const way of own) {
    await page.goto(school.url + way.at);
    await settled(page);
    await openBy(page, way, 'mouse');
    await settled(page);
    const name = (way.press.join(' ') || String(way.title)).replace(/\W+/g, '-');
    lines.push(...(await auditPage(page, name, undefined, isWholeRun ? 'every look' : 'narrowest')));
  }
  expect(lines).toEqual([]);
});
