import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { RunningSchool } from '../../local/school.ts';
import { type BrowserVisit, launchBrowser, openVisit, type ScreenLook } from './browser.ts';
import { signIn } from './callers/sign-in.ts';
import { startServer } from './school/server.ts';

/** A day of the demo school's third term: two past terms to look at, and exam and course both count. */
export const dayInThirdTerm = new Date('2026-05-20T08:00:00Z');

/**
 * A school with its site, and a browser, for the tests of a file: started together before them and stopped after them.
 * Without `start` it is the demo school in its third term; `flags` are more for Chromium. What a file changes in the
 * school comes in a `beforeAll` of its own, below.
 */
export function schoolInBrowser(
  start: () => Promise<RunningSchool> = () => startServer({ today: dayInThirdTerm }),
  flags: readonly string[] = [],
) {
  let running: [RunningSchool, Browser] | undefined;
  const visits: BrowserVisit[] = [];
  const opened = () => {
    if (!running) throw new Error('The school is not open yet.');
    return running;
  };
  beforeAll(async () => {
    running = await Promise.all([start(), launchBrowser({ flags })]);
  });
  afterEach(async () => {
    const ended = visits.splice(0);
    const complaints = ended.flatMap((visited) => visited.complaints);
    await Promise.all(ended.map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    const [school, browser] = running ?? [];
    await browser?.close();
    await school?.stop();
  });
  const visitWith = async (look?: ScreenLook, options?: BrowserContextOptions): Promise<BrowserVisit> => {
    const visited = await openVisit(opened()[1], look, options);
    visits.push(visited);
    return visited;
  };
  return {
    get url() {
      return opened()[0].url;
    },
    /**
     * A fresh visitor with that look (`openVisit`), who leaves when the test ends. The test fails where a page
     * complained; one that expects a complaint takes it out of `complaints`.
     */
    visit: visitWith,
    /** The same, signed in at the account's area. The default password is the demo school's. */
    visitAs: async (
      userName: string,
      look?: ScreenLook,
      { password, ...options }: SignedInOptions = {},
    ): Promise<BrowserVisit> => {
      const visited = await visitWith(look, options);
      await signIn(visited.page, opened()[0].url, userName, password);
      return visited;
    },
  };
}

interface SignedInOptions extends BrowserContextOptions {
  password?: string;
}
