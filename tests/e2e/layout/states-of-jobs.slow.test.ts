import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { auditPage } from '../../support/layout/audit.ts';
import { changeAnswer } from '../../support/page/changed-answer.ts';

/** What a person sees while a job goes on that takes minutes in a school of its size. */
const school = schoolInBrowser();

const run = () => ({
  rows_processed: 312,
  total_rows: 1007,
  state: 'running',
  started_by: 'Christopher Emmanuel-Alexander Aaron-Bartholomew Ramkissoon',
  started_at: new Date(Date.now() - 95_000).toISOString(),
  ended_at: null,
});
/** Students that the run has left out so far. */
const left = { left: [] };

interface RunningJob {
  /** Of the call whose answer tells of the run. */
  path: string;
  /** Its answer while the job goes on. */
  during: (answer: never) => object;
  address: string;
  /** What is pressed until the progress is seen. */
  press: readonly RegExp[];
}

const jobs: Readonly<Record<string, RunningJob>> = {
  'posting on its screen': {
    path: '/api/term-reports-posted',
    during: ([first, ...more]: object[]) => [{ ...first, run: run() }, ...more],
    address: 'post-reports',
    press: [],
  },
  'posting in its window': {
    path: '/api/term-reports-posted',
    during: (terms: object[]) => terms.map((term) => ({ ...term, run: run() })),
    address: 'post-reports',
    press: [/^Edit: .+ Term 3$/],
  },
  printing: {
    path: '/api/report-card-files',
    during: (answer: object) => ({ ...answer, run: run() }),
    address: 'term-details',
    press: [/^Print School$/],
  },
  promotion: {
    path: '/api/promotion',
    during: (answer: object) => ({
      ...answer,
      promotion: { run: run(), ...left, moved: 0, elsewhere: 0, archived: 0, repeated: 0 },
    }),
    address: 'current-term',
    press: [/^Promotion$/],
  },
  'accounts of families': {
    path: '/api/family-accounts',
    during: (answer: object) => ({ ...answer, run: { ...run(), ...left } }),
    address: 'families',
    press: [],
  },
  'days that are recalculated': {
    path: '/api/school-days',
    during: (answer: object) => ({ ...answer, run: run() }),
    address: 'student-attendance?act=days',
    press: [],
  },
  registration: {
    path: '/api/term-reports-register',
    during: () => [{ class_id: '1A', run: run(), undo: null }],
    address: 'current-term',
    press: [],
  },
};

it('has nothing to trip over while a job goes on', async () => {
  const lines: string[] = [];
  const { page } = await school.visitAs('admin');
  for (const [name, { path, during, address, press }] of Object.entries(jobs)) {
    const isAsked = (url: URL) => url.pathname === path;
    await changeAnswer(page, isAsked, during);
    await page.goto(`${school.url}/admin/dashboard/${address}`);
    for (const button of press) await pressButton(page, button);
    await page.getByRole('progressbar').first().waitFor();
    lines.push(...(await auditPage(page, `while there is ${name}`)));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  expect(lines).toEqual([]);
});

const pressButton = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
