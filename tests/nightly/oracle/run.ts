import type { Browser, Page } from 'playwright-core';
import { createRandom } from '../../../local/demo-school/random.ts';
import { openVisit, screenLooks } from '../../support/browser.ts';
import { signIn } from '../../support/callers/sign-in.ts';
import { readOutbox } from '../../support/page/kept-on-device.ts';
import type { CellName } from './entries.ts';
import { Hands, takePicture } from './hands.ts';
import { logStrokes } from './key-log.ts';
import { type Lesson, type OracleSchool, password, readTrail, type Size } from './oracle-school.ts';
import { answerConflict, closeCoveringWindow, type Problems, reload, signInAgain, solveProblems } from './problems.ts';
import type { OracleScreen, Values } from './screen.ts';
import type { Step } from './steps.ts';
import { type Decision, wrongCells } from './verdict.ts';
import { World } from './world.ts';

export interface Run {
  school: OracleSchool;
  browser: Browser;
  screen: OracleScreen;
  size: Size;
  seed: string;
  /** About how many keys. */
  strokes: number;
  /** Another script than the seed's. */
  script?: (lesson: Lesson) => readonly Step[];
}

/** Milliseconds that a screen may take on a busy machine. */
const patience = 45_000;

export interface Outcome {
  steps: readonly Step[];
  /** What is not as it must be, a sentence each. */
  faults: string[];
  /** What the table held in the end; empty where the hands could not go on. */
  stored: Values;
}

/** Hands type into a fresh sheet of a screen while the world is as it is; tells what went wrong. */
export async function runOracle({ school, browser, screen, size, seed, strokes, script }: Run): Promise<Outcome> {
  const { desk, leave } = await school.takeDesk(size);
  const lesson = await school.newLesson(desk);
  await screen.prepare(school, lesson);
  const { page, context, complaints } = await openVisit(browser, screenLooks[0], {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patience);
  let steps: readonly Step[] = [];
  try {
    const strokesOf = await logStrokes(context);
    const random = createRandom(`${seed} world`);
    const world = new World({ school, screen, lesson, context, random });
    await world.begin();
    page.on('dialog', (dialog) => void dialog.accept());
    await signIn(page, school.url, lesson.userName, password);
    const signedIn = strokesOf(page).length;
    await screen.open(page, lesson);
    // Its key is remembered: the session may be over when the hands come to rest.
    await readOutbox(page);

    const { model, surface, plan, shown } = await screen.typing(page, lesson);
    const strokesSince = (one: Page) => strokesOf(one).slice(one === page ? signedIn : 0);
    const hands = new Hands({
      page,
      model,
      surface,
      strokes: strokesSince,
      clearTheWay: () => closeCoveringWindow(problems),
    });
    const since = new Date();
    const before = await stored(screen, school, lesson);
    steps = script?.(lesson) ?? plan(seed, strokes);
    const decisions: Decision[] = [];
    const problems: Problems = { page, hands, world, screen, lesson, decisions, random };
    const elsewhere: Hands[] = [];

    for (const step of steps) await perform(step);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    hands.leave();
    await world.turn('fine');
    const restless = await solveProblems(problems);

    const ofTabs = [hands, ...elsewhere].map(async (each, tab) =>
      (await each.entries()).map((entry) => ({ ...entry, tab })),
    );
    const entries = (await Promise.all(ofTabs)).flat().sort((a, b) => a.at - b.at);
    const after = await stored(screen, school, lesson);
    const told = await readTrail(new Map(lesson.students.map((row) => [screen.trailSubject(lesson, row), row])), since);
    const trail = told.flatMap(({ field, ...change }) => {
      const column = screen.columnOfField(field);
      return column === null ? [] : [{ ...change, column }];
    });
    const evidence = { before, after, trail, entries, foreign: world.foreign, decisions, accountId: lesson.teacherId };
    const astray = [hands, ...elsewhere].flatMap((each) => each.astray());
    await reload(problems);
    const faults = [
      ...(restless ?? wrongCells(evidence)),
      ...astray,
      ...[hands, ...elsewhere].flatMap(({ silences }) => silences),
      ...wronglyShown(await shown(), after),
      ...complaints,
    ];
    return { steps, faults, stored: after };

    /** The same hands, for one mark, in a second tab of the same browser. */
    async function typeInOtherTab(cell: CellName, value: string): Promise<void> {
      const tab = await context.newPage();
      await tab.goto(page.url());
      let typing: Hands | null = null;
      // Nothing is typed before the sheet is there: what opens until then is only pressed.
      const clear = () => closeCoveringWindow({ ...problems, page: tab, hands: typing ?? hands });
      await screen.reopen(tab, lesson, clear);
      const { model, surface, keysFor } = await screen.typing(tab, lesson);
      const other = new Hands({ page: tab, model, surface, strokes: strokesOf, clearTheWay: clear });
      typing = other;
      elsewhere.push(other);
      await other.click(cell);
      for (const key of keysFor(value)) await other.press(key);
      await tab.waitForTimeout(300);
      await tab.close();
      await page.bringToFront();
    }

    async function perform(step: Step): Promise<void> {
      switch (step.do) {
        case 'key':
          await hands.press(step.key);
          return page.waitForTimeout(step.wait);
        case 'click':
          return hands.click(step.cell);
        case 'paste':
          return hands.paste(step.text);
        case 'arrange':
          return hands.arrange(step.arranging);
        case 'pause':
          return page.waitForTimeout(step.wait);
        case 'weather':
          return world.turn(step.weather);
        case 'rival':
          return world.write(step.cell, step.value);
        case 'other tab':
          if (world.isExpired || world.weather === 'offline') return;
          return typeInOtherTab(step.cell, step.value);
        case 'expire':
          return world.expire();
        case 'answer':
          return void (await answerConflict(problems, step.keep));
        case 'sign in':
          return void (await signInAgain(problems));
        case 'reload':
          if (world.weather === 'offline') return;
          hands.leave();
          return reload(problems);
      }
    }
  } catch (error) {
    await takePicture(page, seed);
    return {
      steps,
      faults: [`The hands could not go on: ${error instanceof Error ? error.message : error}`],
      stored: new Map(),
    };
  } finally {
    await context.close();
    await school.endLesson(lesson);
    leave();
  }
}

const stored = async (screen: OracleScreen, school: OracleSchool, lesson: Lesson): Promise<Values> =>
  screen.stored(screen.isOfficeRival ? school.office : await school.clientOf(lesson.userName), lesson);

/** After a fresh start every cell shows what the table holds. */
const wronglyShown = (shown: Values, held: Values): string[] =>
  [...shown].flatMap(([key, text]) => {
    const value = held.get(key);
    return value === undefined || value === text ? [] : [`${key} shows “${text}” after a reload, and holds “${value}”`];
  });
