import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { compileHintPlugin } from '../../../web/shared-files.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'Mark grid: from key to paint in Chromium, CPU slowed 4 ×';

/** Milliseconds at the 95th percentile: two frames. */
const keyLimit = 32;
/** Milliseconds until the first rows show, of a class and of a form level (docs: budgets of the web site). */
const showLimit = 150;
const slowdown = 4;
const visits = 3;
const mediaTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mark-grid-'));
  await build({
    root: fileURLToPath(new URL('./mark-grid/', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [compileHintPlugin(), react()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome123' },
  });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    const content = await readFile(file).catch(() => null);
    response.writeHead(content ? 200 : 404, {
      'Content-Type': mediaTypes[extname(file)] ?? 'application/octet-stream',
    });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launchBrowser({ isWhole: true });
  try {
    const bare = await measure(browser, `${url}?bare`);
    const grid = await measure(browser, `${url}?rows=35&columns=15`);
    const large = await measure(browser, `${url}?rows=120&columns=15`);
    const work = (await workOfKeys(browser, `${url}?rows=35&columns=15`)) * slowdown;
    const shownWork = (await workOfShowing(browser, `${url}?later&rows=35&columns=15`)) * slowdown;
    const shownWorkOfLarge = (await workOfShowing(browser, `${url}?later&rows=120&columns=15`)) * slowdown;
    return [
      row('35 × 15 cells, key to paint, p95', grid.p95, keyLimit),
      row('35 × 15 cells, key to paint, median', grid.median),
      row(`35 × 15 cells, work of the page’s thread for a key, median × ${slowdown}`, work),
      row('35 × 15 cells, first showing', grid.shown, showLimit),
      row(`35 × 15 cells, work of the page’s thread for the first showing, median × ${slowdown}`, shownWork),
      row('120 × 15 cells, key to paint, p95', large.p95, keyLimit),
      row('120 × 15 cells, key to paint, median', large.median),
      row('120 × 15 cells, first showing', large.shown, showLimit),
      row(`120 × 15 cells, work of the page’s thread for the first showing, median × ${slowdown}`, shownWorkOfLarge),
      row('A page with one plain input, key to paint, p95', bare.p95),
    ];
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  }
}

function row(measure: string, milliseconds: number, limit?: number): BenchRow {
  return {
    measure,
    value: `${milliseconds.toFixed(1)} ms`,
    limit: limit === undefined ? 'shown only' : `≤ ${limit} ms`,
    ok: limit === undefined || milliseconds <= limit,
  };
}

/** Medians of several visits, each with its own page. */
async function measure(browser: Browser, url: string): Promise<{ p95: number; median: number; shown: number }> {
  const visited: { keys: number[]; shown: number }[] = [];
  for (let visit = 0; visit < visits; visit += 1) visited.push(await visitPage(browser, url));
  const median = (of: (visit: { keys: number[]; shown: number }) => number) => percentile(visited.map(of), 0.5);
  return {
    p95: median(({ keys }) => percentile(keys, 0.95)),
    median: median(({ keys }) => percentile(keys, 0.5)),
    shown: median(({ shown }) => shown),
  };
}

async function visitPage(browser: Browser, url: string): Promise<{ keys: number[]; shown: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const shown = (await (await page.waitForFunction(() => window.mounted)).jsonValue()) ?? Number.NaN;
  await typeMarks(page);
  const keys = await page.evaluate(() => window.keys.map(({ milliseconds }) => milliseconds));
  await context.close();
  return { keys, shown };
}

/**
 * A page whose thread is watched: `worked` gives the milliseconds that it has worked so far, which a busy machine does
 * not blur.
 */
async function watchWork(browser: Browser, url: string): Promise<{ page: Page; worked: () => Promise<number> }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  await page.goto(url);
  return { page, worked };
}

/** Milliseconds of the thread until the table is painted, what comes later while the page rests left out. */
async function workOfShowing(browser: Browser, url: string): Promise<number> {
  const shown: number[] = [];
  for (let visit = 0; visit < 2 * visits + 1; visit += 1) {
    const { page, worked } = await watchWork(browser, url);
    await page.waitForTimeout(200);
    const before = await worked();
    await page.evaluate(() => window.show());
    await page.waitForFunction(() => window.mounted);
    shown.push((await worked()) - before);
    await page.close();
  }
  return percentile(shown, 0.5);
}

/** Milliseconds of the thread for a key. */
async function workOfKeys(browser: Browser, url: string): Promise<number> {
  const { page, worked } = await watchWork(browser, url);
  await page.waitForFunction(() => window.mounted);
  await page.keyboard.press('Tab');
  const keys: number[] = [];
  for (const key of Array.from({ length: 25 }, () => ['5', '7', 'Enter']).flat()) {
    const before = await worked();
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
    keys.push((await worked()) - before);
  }
  await page.close();
  return percentile(keys, 0.5);
}

/** Marks of two digits down two columns, some taken back, as a teacher types them. */
async function typeMarks(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(40);
  };
  await press('Home');
  await page.evaluate(() => {
    window.keys = [];
  });
  for (let column = 0; column < 2; column += 1) {
    for (let row = 0; row < 16; row += 1) {
      for (const key of [String((row + column) % 9), '7', row % 5 === 4 ? 'Escape' : 'Enter']) await press(key);
    }
    for (const key of ['ArrowUp', 'Delete', 'Tab', 'PageUp', 'PageUp']) await press(key);
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
