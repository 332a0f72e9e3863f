/**
 * `npm run screens`: pictures of every screen of the demo school, light and dark, desk and phone, for docs/screens.md.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startSchool } from '../../local/school.ts';
import { launchBrowser, openVisit, screenLooks } from '../../tests/support/browser.ts';
import { beginNewYear, openNewYear } from './new-year.ts';
import { type OpenScreen, screens } from './screen-list.ts';

process.env.LOG_LEVEL = 'warn';
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

/**
 * Milliseconds until what moves has come to rest, and what is loaded after its screen, such as the figures of a sheet,
 * is there.
 */
const settle = 2500;

async function take(name: string, open: OpenScreen, look: (typeof screenLooks)[number]): Promise<void> {
  const { context, page } = await openVisit(browser, look);
  await open(page, school.url);
  await page.waitForTimeout(settle);
  await page.screenshot({ path: `${folder}${name}-${look.name.replace(', ', '-')}.png` });
  await context.close();
}

await mkdir(folder, { recursive: true });
const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true });
const browser = await launchBrowser({ isWhole: true });
// Those that are named alone, where some are: `npm run screens -- reports students`.
const named = process.argv.slice(2);
const isWanted = (name: string) => named.length === 0 || named.includes(name);
const desk = screenLooks[0];
const phone = screenLooks[3];
for (const look of [desk, phone])
  for (const [name, open] of Object.entries(screens)) if (isWanted(name)) await take(name, open, look);
// Last, for every other screen is of the year before.
if (isWanted('new-year')) {
  await beginNewYear();
  for (const look of [desk, phone]) await take('new-year', openNewYear, look);
}
await browser.close();
await school.stop();
process.exit(0);
