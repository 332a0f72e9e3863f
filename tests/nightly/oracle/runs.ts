import type { Browser } from 'playwright-core';
import type { OracleSchool, Size } from './oracle-school.ts';
import { termReportScreen } from './report/screen.ts';
import { type Outcome, runOracle } from './run.ts';
import { sheetScreens } from './sheet/screens.ts';
import type { Step } from './steps.ts';

const screens = [...sheetScreens, termReportScreen];
const sizes: readonly Size[] = ['small', 'usual', 'large'];

/** About how many keys the hands press in one run. What comes before and after them takes as long as 30 keys. */
const strokes = Number(process.env.ORACLE_STROKES ?? 50);

/** Which runs a seed gives, by number: every screen in turn, in classes of every size. */
export const runNumbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

interface Running {
  school: OracleSchool;
  browser: Browser;
  seed: string;
  number: number;
}

/** Runs one of a seed's runs. Throws with what went wrong, and with the shortest script found that shows it. */
export async function runNumber({ school, browser, seed, number }: Running): Promise<void> {
  const screen = screens[number % screens.length];
  const size = sizes[number % sizes.length];
  if (!screen || !size) throw new RangeError(`No run ${number}`);
  const run = { school, browser, screen, size, strokes, seed: `${seed} ${number}` };
  const outcome = await runOracle(run);
  if (outcome.faults.length === 0) return;
  const { steps, faults } = await shortened(outcome, (part) =>
    runOracle({ ...run, script: (lesson) => part.map((step) => inClass(step, lesson.classId)) }),
  );
  const script = steps.map((step) => `  ${JSON.stringify(step)}`).join('\n');
  const where = `${screen.name}, ${size} class, seed "${seed}", run ${number}`;
  const settings = `ORACLE_SEED="${seed}"${strokes === 50 ? '' : ` ORACLE_STROKES=${strokes}`}`;
  const replay = `${settings} npm run nightly -- oracle -t "in run ${number}$"`;
  throw new Error(
    `${where} (again: ${replay}):\n${outcome.faults.join('\n')}\n\nShortest script found (${faults.join('; ')}):\n${script}`,
  );
}

/** The step at another desk: students are named by their class and place in it. */
const inClass = (step: Step, classId: string): Step =>
  'cell' in step ? { ...step, cell: { ...step.cell, row: `${classId}${step.cell.row.slice(-2)}` } } : step;

/** How often a run that failed is tried again with less of its script; a night spares it with ORACLE_ATTEMPTS=0. */
const attempts = Number(process.env.ORACLE_ATTEMPTS ?? 5);

/**
 * Half of what is left is taken away at the end, as long as a fault shows without it: what comes after a fault is not
 * its cause.
 */
async function shortened(outcome: Outcome, again: (steps: readonly Step[]) => Promise<Outcome>): Promise<Outcome> {
  let shortest = outcome;
  let from = 0;
  for (let attempt = 0; attempt < attempts && shortest.steps.length - from > 1; attempt += 1) {
    const half = Math.floor((from + shortest.steps.length) / 2);
    const shorter = await again(shortest.steps.slice(0, half));
    if (shorter.faults.length > 0) shortest = shorter;
    else from = half;
  }
  return shortest;
}
