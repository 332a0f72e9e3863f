import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { makeSampleReportCards, sampleSchool } from '../../../tests/support/files/sample-report-cards.ts';
import { type BenchRow, measureMedian } from '../kit/bench.ts';
import {
  bundlePrintProgram,
  measureMedianPrint,
  printWithChromium,
  ratioRow,
  SYSTEM_FONT,
  type TimedPrint,
  timePrint,
  WKHTMLTOPDF,
} from '../kit/printing.ts';
import { reportCardsHtml } from './report-card-html.ts';

export const title = 'Report cards: one PDF of a class in a cold process, beside browsers printing the same content';

const CLASS = 35;

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'report-cards-'));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<BenchRow[]> {
  const bundle = await bundlePrintProgram('tools/bench/printing/report-cards-child.ts', folder);
  const output = join(folder, 'printed.pdf');
  const page = join(folder, 'cards.html');
  await writeFile(
    page,
    reportCardsHtml({ school: sampleSchool, cards: makeSampleReportCards(CLASS), font: SYSTEM_FONT }),
  );
  const ours = await cardsPrinter({ folder, bundle, output });
  const own = await measureMedianPrint(() => ours(CLASS));
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
    ...(await otherLayouts(ours)),
    ...(await wholeSchool({ ours, folder, output })),
  ];
}

async function cardsPrinter(options: { folder: string; bundle: string; output: string }) {
  const { folder, bundle, output } = options;
  return async (count: number, times = 1, layout = standardLayout.name) => {
    const input = join(folder, `${count}.json`);
    const data = { school: sampleSchool, cards: makeSampleReportCards(count), printedAt: '2026-07-01T12:00:00Z' };
    if (!existsSync(input)) await writeFile(input, JSON.stringify(data));
    return timePrint(process.execPath, [bundle, input, output, String(times), layout], output);
  };
}

/**
 * Every shipped layout beside the standard one, in time of the processor. They take turns, and the quickest of each
 * counts: whatever else the machine does makes one slower, none quicker.
 */
async function otherLayouts(ours: Awaited<ReturnType<typeof cardsPrinter>>): Promise<BenchRow[]> {
  const quickest = new Map<string, TimedPrint>();
  for (let turn = 0; turn < 8; turn += 1) {
    for (const { name } of shippedLayouts) {
      // The last of ten printings in a process: without its start.
      const { stdout, bytes } = await ours(CLASS, 10, name);
      const { processor } = JSON.parse(stdout) as { processor: number };
      const least = Math.min(processor, quickest.get(name)?.milliseconds ?? processor);
      quickest.set(name, { milliseconds: least, bytes });
    }
  }
  const standard = quickest.get(standardLayout.name);
  return [...quickest].flatMap(([name, own]): BenchRow[] => {
    if (!standard || own === standard) return [];
    const beside = (what: 'milliseconds' | 'bytes') => ({ own: own[what], other: standard[what], limit: 1.2 });
    return [
      ratioRow(`${CLASS} cards as “${name}”, time to “${standardLayout.name}”`, beside('milliseconds')),
      ratioRow(`${CLASS} cards as “${name}”, size to “${standardLayout.name}”`, beside('bytes')),
    ];
  });
}

interface Beside {
  own: TimedPrint;
  page: string;
  output: string;
}

async function besideChromium({ own, page, output, folder }: Beside & { folder: string }): Promise<BenchRow[]> {
  const time = 'time, to headless Chromium (its launch included)';
  const printed = await printWithChromium({ page, output, folder });
  if (!printed) return [{ measure: time, value: 'Chromium is not installed: skipped', limit: '≤ 0.5', ok: false }];
  return [
    ratioRow(time, { own: own.milliseconds, other: printed.milliseconds, limit: 0.5 }),
    ratioRow('size, to headless Chromium', { own: own.bytes, other: printed.bytes, limit: 0.2 }),
  ];
}

async function besideWkhtmltopdf({ own, page, output }: Beside): Promise<BenchRow> {
  const time = 'time, to wkhtmltopdf with a system font';
  if (!existsSync(WKHTMLTOPDF)) return { measure: time, value: 'not installed: skipped', limit: 'aim ≤ 1', ok: true };
  const printed = await measureMedianPrint(() =>
    timePrint(WKHTMLTOPDF, ['--quiet', '--page-size', 'A4', page, output], output),
  );
  return ratioRow(time, { own: own.milliseconds, other: printed.milliseconds, limit: 1 });
}

const SCHOOL = 1000;

/**
 * A thousand cards: in proportion to a class, beside wkhtmltopdf printing the same thousand, and within a function's
 * memory.
 */
async function wholeSchool(options: {
  ours: (count: number, times?: number) => Promise<TimedPrint & { stdout: string }>;
  folder: string;
  output: string;
}): Promise<BenchRow[]> {
  const { ours, folder, output } = options;
  /** Milliseconds of the last of so many printings: without the start, which would flatter the many. */
  const warm = (count: number, times: number) =>
    measureMedian(
      3,
      async () => (JSON.parse((await ours(count, times)).stdout) as { milliseconds: number }).milliseconds,
    );
  let megabytes = 0;
  const milliseconds = await measureMedian(3, async () => {
    const printed = await ours(SCHOOL);
    megabytes = Math.max(megabytes, (JSON.parse(printed.stdout) as { megabytes: number }).megabytes);
    return printed.milliseconds;
  });
  return [
    {
      measure: '1,000 cards, time a card',
      value: `${(milliseconds / SCHOOL).toFixed(1)} ms`,
      limit: 'about 3 ms',
      ok: true,
    },
    ratioRow(`1,000 cards, time to linear from ${CLASS}, each in a warm process`, {
      own: await warm(SCHOOL, 2),
      // As many cards as the others: the same warmth.
      other: ((await warm(CLASS, Math.ceil(SCHOOL / CLASS))) * SCHOOL) / CLASS,
      limit: 1.2,
    }),
    await schoolBesideWkhtmltopdf({ milliseconds, folder, output }),
    {
      measure: '1,000 cards, peak memory',
      value: `${Math.round(megabytes)} MB`,
      limit: '≤ 512 MB',
      ok: megabytes <= 512,
    },
  ];
}

async function schoolBesideWkhtmltopdf(options: {
  milliseconds: number;
  folder: string;
  output: string;
}): Promise<BenchRow> {
  const { milliseconds, folder, output } = options;
  const measure = '1,000 cards, time to wkhtmltopdf with a system font';
  if (!existsSync(WKHTMLTOPDF)) return { measure, value: 'not installed: skipped', limit: '≤ 1', ok: true };
  const page = join(folder, 'school.html');
  await writeFile(
    page,
    reportCardsHtml({ school: sampleSchool, cards: makeSampleReportCards(SCHOOL), font: SYSTEM_FONT }),
  );
  const arguments_ = ['--quiet', '--page-size', 'A4', page, output];
  const printed = await measureMedianPrint(() => timePrint(WKHTMLTOPDF, arguments_, output), 3);
  return ratioRow(measure, { own: milliseconds, other: printed.milliseconds, limit: 1 });
}
