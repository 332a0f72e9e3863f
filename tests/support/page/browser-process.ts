import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags, findBrowser } from '../browser.ts';

/** A browser as a user's computer runs it: with a profile folder that outlives it, and a process that can die. */
export interface BrowserProcess {
  browser: Browser;
  /** Ends the process in one instant, without a word to any page; resolves when it is gone. */
  kill: () => Promise<void>;
}

/** Starts a browser of its own on a profile folder. */
export async function startBrowserProcess(profile: string): Promise<BrowserProcess> {
  const program = findBrowser();
  if (program === undefined) throw new Error('No browser was found.');
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(program, [...chromiumFlags, ...own, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const browser = await chromium.connectOverCDP(await addressOf(child));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    browser,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
      await browser.close().catch(() => undefined);
    },
  };
}

/** Where the browser listens, as it says itself. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = /DevTools listening on (\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The browser ended: ${said.slice(-500)}`)));
  });
}
