import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lesson, type OracleSchool, startOracleSchool } from '../../../nightly/oracle/oracle-school.ts';
import { runOracle } from '../../../nightly/oracle/run.ts';
import { markSheet } from '../../../nightly/oracle/sheet/screens.ts';
import type { Step } from '../../../nightly/oracle/steps.ts';
import { launchBrowser } from '../../../support/browser.ts';

let school: OracleSchool;
let browser: Browser;
beforeAll(async () => {
  [school, browser] = await Promise.all([startOracleSchool(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await school?.stop();
});

/** Milliseconds between keys: two digits and Enter twice a second. */
const wait = 500 / 3;

const marks = Array.from({ length: 35 }, (_, index) => String(20 + index));
const contested = 20;
const theirs = '7';

function script({ students }: Lesson): Step[] {
  const at = (index: number) => ({ row: students[index] ?? '', column: 'exam_mark' });
  const around: Readonly<Record<number, Step>> = {
    // Long before the hands are there, and not shown to them.
    5: { do: 'rival', cell: at(contested), value: theirs },
    12: { do: 'expire' },
    17: { do: 'sign in' },
    24: { do: 'weather', weather: 'offline' },
    31: { do: 'weather', weather: 'fine' },
  };
  return marks.flatMap((mark, index): Step[] => [
    ...(around[index] ? [around[index]] : []),
    // Signing in took the hands off the sheet.
    ...(index === 0 || index === 17 ? [{ do: 'click', cell: at(index) } as const] : []),
    ...[...mark, 'Enter'].map((key): Step => ({ do: 'key', key, wait })),
  ]);
}

it('takes a class of 35 at two marks a second, through a conflict, an expiry and a lost network, and every cell is right', async () => {
  const screen = markSheet;
  const outcome = await runOracle({ school, browser, screen, size: 'usual', seed: 'class', strokes: 0, script });
  expect(outcome.faults).toEqual([]);
  const held = [...outcome.stored].filter(([key]) => key.endsWith(' exam_mark')).map(([, mark]) => mark);
  const isTheirs = held[contested] === theirs;
  expect(held).toEqual(marks.map((mark, index) => (index === contested && isTheirs ? theirs : mark)));
}, 300_000);
