import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { fontFiles } from '#functions/platform/pdf/typefaces.ts';
import { sampleReportCards, sampleSchool } from '../tests/support/sample-report-cards.ts';
import { type BenchRow, medianOf } from './bench.ts';
import { reportCardsHtml } from './report-card-html.ts';

export const title = 'Report cards: one PDF of a class in a cold process, beside browsers printing the same content';

const CLASS = 35;
const RUNS = 5;
/** A font that Debian has; the browsers need not load one. */
const SYSTEM_FONT = '"Liberation Sans", Arial, sans-serif';
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const WKHTMLTOPDF = '/usr/bin/wkhtmltopdf';
const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-pdf-header-footer',
];

const projectFolder = fileURLToPath(new URL('../', import.meta.url));
const exec = promisify(execFile);

interface Printed {
  /** Wall time of the whole process, start included. */
  milliseconds: number;
  bytes: number;
}

/** Runs a program that writes `output`, from start to exit. */
async function print(program: string, args: string[], output: string): Promise<Printed & { stdout: string }> {
  await rm(output, { force: true });
  const before = performance.now();
  const { stdout } = await exec(program, args);
  const milliseconds = performance.now() - before;
  return { milliseconds, bytes: (await stat(output)).size, stdout };
}

/** The renderer as it is deployed: one minified bundle with its fonts beside it. */
async function bundleRenderer(folder: string): Promise<string> {
  const bundle = join(folder, 'report-cards.mjs');
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['bench/report-cards-child.ts'],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  });
  for (const font of fontFiles) await cp(fileURLToPath(import.meta.resolve(font)), join(folder, 'node_modules', font));
  return bundle;
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'report-cards-'));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<BenchRow[]> {
  const bundle = await bundleRenderer(folder);
  const output = join(folder, 'printed.pdf');
  const page = join(folder, 'cards.html');
  await writeFile(page, reportCardsHtml({ school: sampleSchool, cards: sampleReportCards(CLASS), font: SYSTEM_FONT }));
  const ours = await cardsPrinter({ folder, bundle, output });
  const own = await medianPrint(() => ours(CLASS));
  return [
    {
      measure: `${CLASS} cards, cold process`,
      value: `${Math.round(own.milliseconds)} ms`,
      limit: 'shown only',
      ok: true,
    },
    { measure: `${CLASS} cards, size`, value: `${Math.round(own.bytes / 1024)} KB`, limit: 'shown only', ok: true },
    ...(await besideChromium({ own, page, output, folder })),
    await besideWkhtmltopdf({ own, page, output }),
    ...(await wholeSchool(ours)),
  ];
}

async function cardsPrinter(options: { folder: string; bundle: string; output: string }) {
  const { folder, bundle, output } = options;
  return async (count: number) => {
    const input = join(folder, `${count}.json`);
    const data = { school: sampleSchool, cards: sampleReportCards(count), printedAt: '2026-07-01T12:00:00Z' };
    if (!existsSync(input)) await writeFile(input, JSON.stringify(data));
    return print(process.execPath, [bundle, input, output], output);
  };
}

async function medianPrint(printOnce: () => Promise<Printed>): Promise<Printed> {
  let bytes = 0;
  const milliseconds = await medianOf(RUNS, async () => {
    const printed = await printOnce();
    bytes = printed.bytes;
    return printed.milliseconds;
  });
  return { milliseconds, bytes };
}

interface Beside {
  own: Printed;
  page: string;
  output: string;
}

async function besideChromium({ own, page, output, folder }: Beside & { folder: string }): Promise<BenchRow[]> {
  const chromium = CHROMIUMS.find((path) => existsSync(path));
  const time = 'time, to headless Chromium (its launch included)';
  if (!chromium) return [{ measure: time, value: 'Chromium is not installed: skipped', limit: '≤ 0.5', ok: false }];
  const printed = await medianPrint(async () => {
    const profile = await mkdtemp(join(folder, 'profile-'));
    const files = [`--user-data-dir=${profile}`, `--print-to-pdf=${output}`, `file://${page}`];
    return print(chromium, [...CHROMIUM_FLAGS, ...files], output);
  });
  return [
    ratioRow(time, { own: own.milliseconds, other: printed.milliseconds, limit: 0.5 }),
    ratioRow('size, to headless Chromium', { own: own.bytes, other: printed.bytes, limit: 0.2 }),
  ];
}

async function besideWkhtmltopdf({ own, page, output }: Beside): Promise<BenchRow> {
  const time = 'time, to wkhtmltopdf with a system font';
  if (!existsSync(WKHTMLTOPDF)) return { measure: time, value: 'not installed: skipped', limit: 'aim ≤ 1', ok: true };
  const printed = await medianPrint(() => print(WKHTMLTOPDF, ['--quiet', '--page-size', 'A4', page, output], output));
  return ratioRow(time, { own: own.milliseconds, other: printed.milliseconds, limit: 1 });
}

function ratioRow(measure: string, { own, other, limit }: { own: number; other: number; limit: number }): BenchRow {
  const ratio = own / other;
  return { measure, value: ratio.toFixed(2), limit: `≤ ${limit}`, ok: ratio <= limit };
}

/** A thousand cards against a hundred: printing must not get slower or hold on to what it has printed. */
async function wholeSchool(ours: (count: number) => Promise<{ stdout: string }>): Promise<BenchRow[]> {
  let megabytes = 0;
  const perCard = (count: number) => async () => {
    const report = JSON.parse((await ours(count)).stdout) as { milliseconds: number; megabytes: number };
    megabytes = Math.max(megabytes, report.megabytes);
    return report.milliseconds / count;
  };
  const few = await medianOf(3, perCard(100));
  const many = await medianOf(3, perCard(1000));
  return [
    { measure: '1,000 cards, time a card', value: `${many.toFixed(1)} ms`, limit: 'about 3 ms', ok: true },
    ratioRow('1,000 cards, time a card to that of 100 cards', { own: many, other: few, limit: 1.2 }),
    {
      measure: '1,000 cards, peak memory',
      value: `${Math.round(megabytes)} MB`,
      limit: '≤ 512 MB',
      ok: megabytes <= 512,
    },
  ];
}
