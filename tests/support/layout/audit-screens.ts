import { beforeAll, expect, it } from 'vitest';
import { type OpenScreen, screens } from '../../../tools/checks/screen-list.ts';
import { schoolInBrowser } from '../browser-school.ts';
import { startServer } from '../school/server.ts';
import { auditPage } from './audit.ts';
import { lengthenNames } from './long-names.ts';

const school = schoolInBrowser(() => startServer());
beforeAll(() => lengthenNames(school.url));

/**
 * Tests that each of the screens has nothing that a person could trip over; `part` of `of` equal parts of the list, as
 * a file may take a minute.
 */
export function auditScreens({ part, of }: { part: number; of: number }): void {
  const mine = Object.entries(screens).filter((_, index) => index % of === part - 1);
  it.each(mine)('%s', async (name: string, open: OpenScreen) => {
    const { page } = await school.visit();
    await open(page, school.url);
    expect(await auditPage(page, name)).toEqual([]);
  });
}
