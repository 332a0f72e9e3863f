import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isWholeRun } from './samples/whole-run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const knownPlaces = [
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Nothing but the page under test goes over the network. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A Chromium or Chrome of this machine, with a clean profile. By day it is Chromium's headless shell where there is
 * one: the same engine without the parts of a desktop, for two thirds of the processor time. `isWhole` asks for the
 * program that people use, as a run of the night and a measurement do, and those that open a PDF in a tab.
 * `CHROME_PATH` names another, and `SHOW_BROWSER=1` shows it, slowly enough to follow. Throws one line that says what
 * to install.
 */
export async function launchBrowser({
  isWhole = isWholeRun,
  flags = [],
}: {
  isWhole?: boolean;
  flags?: readonly string[];
} = {}): Promise<Browser> {
  const isShown = process.env.SHOW_BROWSER === '1';
  const shell = isWhole || isShown || process.env.CHROME_PATH ? undefined : findProgram([shellName]);
  return chromium.launch({
    executablePath: shell ?? findBrowser() ?? installBrowser(),
    headless: !isShown,
    slowMo: isShown ? 300 : 0,
    args: [...chromiumFlags, ...flags],
  });
}

const shellName = 'chromium-headless-shell';

/** Before the first browser test: installs the browsers on Debian and Ubuntu, as root, where they are not there. */
export function setup(): void {
  if (!process.env.CHROME_PATH && !findProgram([shellName])) installPackages(['chromium', shellName]);
}

/** The browser that `CHROME_PATH` names; else one on the PATH or in the usual places. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const chosen = env.CHROME_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROME_PATH is ${chosen}, which cannot be run.`);
  }
  return findProgram(names, env) ?? knownPlaces.find(isExecutable);
}

function findProgram(programs: readonly string[], env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isExecutable);
}

function installBrowser(): string {
  installPackages(['chromium']);
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  throw new Error('The browser tests need Chromium or Google Chrome: install one, or set CHROME_PATH to it.');
}

/** Installs packages of the system on Debian and Ubuntu, as root; elsewhere, and where it fails, nothing happens. */
export function installPackages(packages: readonly string[]): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  const options = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // Ubuntu's `chromium-browser` may be a script that only says where the snap is.
  return path.endsWith('chromium-browser') ? answersVersion(path) : true;
}

function answersVersion(path: string): boolean {
  try {
    return /\d+\./.test(execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 }));
  } catch {
    return false;
  }
}

export interface ScreenLook {
  name: string;
  size: { width: number; height: number };
  theme: 'light' | 'dark';
}

/** The looks that screens are checked in. */
export const screenLooks: readonly [ScreenLook, ScreenLook, ScreenLook, ScreenLook] = [
  { name: 'desk, light', size: { width: 1440, height: 900 }, theme: 'light' },
  { name: 'desk, dark', size: { width: 1440, height: 900 }, theme: 'dark' },
  { name: 'phone, light', size: { width: 390, height: 844 }, theme: 'light' },
  { name: 'phone, dark', size: { width: 390, height: 844 }, theme: 'dark' },
];

/** Those of a run: at night all four, else both sizes and both themes in two. */
export const screenLooksOfRun: readonly ScreenLook[] = isWholeRun ? screenLooks : [screenLooks[0], screenLooks[3]];

/** Those in which axe goes through whole screens: by day the one that has most against it, narrow and dark. */
export const screenLooksForAxe: readonly ScreenLook[] = isWholeRun ? screenLooks : [screenLooks[3]];

export const isPhoneLook = (look: ScreenLook): boolean => look.size.width < 800;

/**
 * A fresh visitor with that look, with windows that open without motion, so that nothing is half transparent; fails the
 * test on a script error and on whatever the Content-Security-Policy refuses.
 */
export async function openVisit(
  browser: Browser,
  look: ScreenLook = screenLooks[0],
  options: BrowserContextOptions = {},
): Promise<BrowserVisit> {
  const context = await browser.newContext({
    viewport: look.size,
    colorScheme: look.theme,
    hasTouch: isPhoneLook(look),
    isMobile: isPhoneLook(look),
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  const page = await context.newPage();
  listen(page, complaints);
  return { context, page, complaints };
}

export interface BrowserVisit {
  context: BrowserContext;
  page: Page;
  /** Script errors and refusals of the policy, as the console told them. Expect it to be empty. */
  complaints: string[];
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // "Failed to load resource" is the browser's word for an answer of 4xx; those are the tests' own business.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is now, WCAG 2.2 A and AA and its best practices, one line each. Expect none. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Through the debugger: the page's policy takes no script from elsewhere.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    return (await axe.run({ runOnly: tags })).violations;
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
