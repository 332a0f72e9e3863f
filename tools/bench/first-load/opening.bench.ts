import type { Browser, CDPSession, Page } from 'playwright-core';
import { startSchool } from '../../../local/school.ts';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { demoPassword, signIn } from '../../../tests/support/callers/sign-in.ts';
import { type BenchRow, median } from '../kit/bench.ts';
import { measureThreadWork } from '../kit/painted-table.ts';

export const title = 'Opening screens in Chromium with an empty cache: the work of the page’s thread, × 4';

const slowdown = 4;
const visits = 5;
const menu = 'main a[href$="/enter-marks"]';
const rows = '[role="grid"] [role="row"] [role="gridcell"]';

/** What people wait for, each in a browser of its own. */
export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'built', isDemo: true });
  const browser = await launchBrowser({ isWhole: true });
  const measure = (open: (visit: Visit) => Promise<number>) => medianOfVisits(browser, open);
  try {
    const painted = await measure(async ({ page, devtools }) => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.goto(school.url);
      return firstPaint(page);
    });
    const login = await measure(async ({ page, workOf }) => {
      await page.goto(school.url);
      await page.getByLabel('Username').fill('teacher');
      await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
      await atRest(page);
      return workOf(() => pressAndWait(page, 'button[type="submit"]', menu));
    });
    const lesson = await measure(async ({ page, workOf }) => {
      await signIn(page, school.url, 'teacher');
      await page.locator(menu).first().waitFor();
      await atRest(page);
      return workOf(() => pressAndWait(page, '[aria-labelledby="lessons-to-do"] li a', rows));
    });
    const students = await measure(async ({ page, workOf }) => {
      await signIn(page, school.url, 'admin');
      await atRest(page);
      return workOf(() => pressAndWait(page, 'nav a[href$="/students"]', rows));
    });
    // On Saturday and Sunday a register says that there is no school.
    const register = [0, 6].includes(new Date().getDay())
      ? undefined
      : await measure(async ({ page, workOf }) => {
          await signIn(page, school.url, 'teacher');
          await page.locator(menu).first().waitFor();
          await atRest(page);
          return workOf(() => pressAndWait(page, 'main a[href$="/class-register"]', '[role="radiogroup"]'));
        });
    const script = await measure(async ({ page }) => {
      await signIn(page, school.url, 'teacher');
      await page.locator(menu).first().waitFor();
      await atRest(page);
      await pressAndWait(page, '[aria-labelledby="lessons-to-do"] li a', rows);
      await atRest(page);
      return kilobytesOfScript(page);
    });
    return [
      rowOf('Sign-in’s first paint, CPU slowed 4 ×', { value: painted, limit: 500 }),
      rowOf('From LOGIN to the menu', { value: login * slowdown, limit: 1_000 }),
      rowOf('From the press on a lesson to its first rows', { value: lesson * slowdown, limit: 250 }),
      rowOf('From the press on Students to the first rows', { value: students * slowdown, limit: 500 }),
      ...(register === undefined
        ? []
        : [rowOf('From the press on Class Register to its first rows', { value: register * slowdown, limit: 300 })]),
      rowOf('JavaScript that comes with a sheet, with all that is fetched ahead', {
        value: script,
        unit: 'KB',
      }),
    ];
  } finally {
    await browser.close();
    await school.stop();
  }
}

interface Visit {
  page: Page;
  devtools: CDPSession;
  workOf: Awaited<ReturnType<typeof measureThreadWork>>;
}

async function medianOfVisits(browser: Browser, open: (visit: Visit) => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    values.push(await open({ page, devtools, workOf: await measureThreadWork(devtools) }));
    await context.close();
  }
  return median(values);
}

/** Presses, and resolves when what it opens is painted. */
const pressAndWait = (page: Page, pressed: string, shown: string): Promise<void> =>
  page.evaluate(
    async ([button, opened]) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      document.querySelector<HTMLElement>(button)?.click();
      while (!document.querySelector(opened)?.checkVisibility()) await frame();
      await frame();
      await frame();
    },
    [pressed, shown] as const,
  );

/** What is fetched ahead is there. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_500);
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (;;) {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (paint) return paint.startTime;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

/** Kilobytes over the wire, of this page load. */
const kilobytesOfScript = (page: Page): Promise<number> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize / 1000, 0),
  );

const rowOf = (
  measure: string,
  { value, limit, unit = 'ms' }: { value: number; limit?: number; unit?: string },
): BenchRow => ({
  measure,
  value: `${value.toFixed(0)} ${unit}`,
  limit: limit === undefined ? 'shown only' : `≤ ${limit} ${unit}`,
  ok: limit === undefined || value <= limit,
});
