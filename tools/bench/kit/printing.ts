import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { copyFilesBesideBundle, findFilesBesideBundle } from '../../../infra/bundle/files-beside-bundle.ts';
import { type BenchRow, measureMedian } from './bench.ts';

/** A font that Debian has; the browsers need not load one. */
export const SYSTEM_FONT = '"Liberation Sans", Arial, sans-serif';
export const WKHTMLTOPDF = '/usr/bin/wkhtmltopdf';
const CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
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
const RUNS = 5;

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
const exec = promisify(execFile);

export interface TimedPrint {
  /** Wall time of the whole process, start included. */
  milliseconds: number;
  bytes: number;
}

/** Runs a program that writes `output`, from start to exit. */
export async function timePrint(
  program: string,
  args: string[],
  output: string,
): Promise<TimedPrint & { stdout: string }> {
  await rm(output, { force: true });
  const before = performance.now();
  const { stdout } = await exec(program, args);
  const milliseconds = performance.now() - before;
  return { milliseconds, bytes: (await stat(output)).size, stdout };
}

/** The middle of some runs. */
export async function measureMedianPrint(printOnce: () => Promise<TimedPrint>, runs = RUNS): Promise<TimedPrint> {
  let bytes = 0;
  const milliseconds = await measureMedian(runs, async () => {
    const printed = await printOnce();
    bytes = printed.bytes;
    return printed.milliseconds;
  });
  return { milliseconds, bytes };
}

/** A program that prints, as it is deployed: one minified bundle with its fonts beside it. */
export async function bundlePrintProgram(entry: string, folder: string): Promise<string> {
  const bundle = join(folder, `${basename(entry, '.ts')}.mjs`);
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [findFilesBesideBundle(projectFolder), copyFilesBesideBundle(projectFolder, new Map())],
    logLevel: 'error',
  });
  return bundle;
}

/** Headless Chromium printing a page, its launch included; undefined where it is not installed. */
export async function printWithChromium(options: {
  page: string;
  output: string;
  folder: string;
}): Promise<TimedPrint | undefined> {
  const { page, output, folder } = options;
  const chromium = CHROMIUMS.find((path) => existsSync(path));
  if (!chromium) return undefined;
  return measureMedianPrint(async () => {
    const profile = await mkdtemp(join(folder, 'profile-'));
    const files = [`--user-data-dir=${profile}`, `--print-to-pdf=${output}`, `file://${page}`];
    return timePrint(chromium, [...CHROMIUM_FLAGS, ...files], output);
  });
}

export function ratioRow(
  measure: string,
  { own, other, limit }: { own: number; other: number; limit: number },
): BenchRow {
  const ratio = own / other;
  return { measure, value: ratio.toFixed(2), limit: `≤ ${limit}`, ok: ratio <= limit };
}
