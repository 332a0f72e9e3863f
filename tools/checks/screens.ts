/**
 * `npm run screens`: pictures of every screen of a lively demo school, on a desk in light and on a phone in dark, for
 * docs/screens.md, and the words that each shows, which `tests/infra/pages/screens.test.ts` looks for in the sources.
 * What is named alone is made again: `npm run screens -- reports students`. The card needs pdftoppm (poppler-utils).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSchool } from '../../local/school.ts';
import { launchBrowser, openVisit, screenLooks } from '../../tests/support/browser.ts';
import { enterTerm, giveDomain, openAtDomain } from './lively-school.ts';
import { beginNewYear, openNewYear } from './new-year.ts';
import { type OpenScreen, screens } from './screen-list.ts';
import { screensOfActs } from './screens-of-acts.ts';
import { queryOfPostedCard } from './screens-of-families.ts';
import { readShownTexts, readWrittenTexts } from './shown-texts.ts';

process.env.LOG_LEVEL = 'warn';
const folder = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const listOfTexts = join(folder, 'texts.json');
/** No picture has another address than the one before. */
const port = 3417;

/**
 * Milliseconds until what moves has come to rest, and what is loaded after its screen, such as the figures of a sheet,
 * is there.
 */
const settle = 2500;

const written = readWrittenTexts();
const texts: Record<string, readonly string[]> = existsSync(listOfTexts)
  ? JSON.parse(readFileSync(listOfTexts, 'utf8'))
  : {};
const failed: string[] = [];

async function take(name: string, open: OpenScreen, look: (typeof screenLooks)[number]): Promise<void> {
  const { context, page } = await openVisit(browser, look);
  try {
    // Codes are of the school's own address, wherever the page that checks them is.
    const address = name === 'verify-card' ? await openAtDomain(page, school.url) : school.url;
    await open(page, address);
    await page.waitForTimeout(settle);
    await page.screenshot({ path: `${folder}${name}-${look.name.replace(', ', '-')}.png` });
    if (look === desk) texts[name] = await readShownTexts(page, written);
  } catch (error) {
    failed.push(`${name}, ${look.name}: ${error instanceof Error ? error.message : error}`);
  }
  await context.close();
}

/** The first page of a posted card, as it is printed. */
async function takeCard(): Promise<void> {
  const { context, page } = await openVisit(browser);
  await screens.students?.(page, school.url);
  const answer = await page.request.get(`${school.url}/report-card?${await queryOfPostedCard(new Date())}`);
  if (!answer.ok()) throw new Error(`The report card: ${answer.status()}`);
  const pdf = join(tmpdir(), 'formroom-card.pdf');
  await writeFile(pdf, await answer.body());
  execFileSync('pdftoppm', ['-png', '-r', '110', '-f', '1', '-l', '1', '-singlefile', pdf, `${folder}report-card`]);
  await context.close();
}

await mkdir(folder, { recursive: true });
await giveDomain();
const school = await startSchool({ dataFolder: ':memory:', port, site: 'built', isDemo: true });
await enterTerm(new Date());
const browser = await launchBrowser({ isWhole: true });
const named = process.argv.slice(2);
const isWanted = (name: string) => named.length === 0 || named.includes(name);
const desk = screenLooks[0];
const phone = screenLooks[3];
for (const look of [desk, phone])
  for (const [name, open] of Object.entries({ ...screens, ...screensOfActs }))
    if (isWanted(name)) await take(name, open, look);
if (isWanted('report-card')) await takeCard();
// Last, for every other screen is of the year before.
if (isWanted('new-year')) {
  await beginNewYear();
  for (const look of [desk, phone]) await take('new-year', openNewYear, look);
}
await writeFile(
  listOfTexts,
  `${JSON.stringify(Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
);
await browser.close();
await school.stop();
for (const line of failed) process.stderr.write(`${line}\n`);
process.exit(failed.length > 0 ? 1 : 0);
