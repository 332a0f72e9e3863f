import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type OracleSchool, startOracleSchool } from './oracle/oracle-school.ts';
import { runNumber, runNumbers } from './oracle/runs.ts';

/**
 * Another seed every night, and one for the runs of every change; ORACLE_SEED repeats a night, ORACLE_RUNS says how
 * many of its runs.
 */
const seed = process.env.ORACLE_SEED ?? new Date().toISOString().slice(0, 10);
const count = Number(process.env.ORACLE_RUNS ?? 300);

let school: OracleSchool;
let browser: Browser;
beforeAll(async () => {
  [school, browser] = await Promise.all([startOracleSchool(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await school?.stop();
});

describe.concurrent(`whatever happens around them, hands put every mark where they meant it (seed ${seed})`, () => {
  // A run that is tried again until it is clean would hide a fault that depends on the instant: at night none is. Among
  // all tests a run may be spoilt by the machine once.
  it.each(runNumbers(count))('in run %i', { retry: process.env.CI ? 1 : 0, timeout: 3_600_000 }, (number) =>
    runNumber({ school, browser, seed, number }),
  );
});
