import type { Locator, Page } from 'playwright-core';
import type { Random } from '../../../local/demo-school/random.ts';
import { submitSignIn } from '../../support/callers/sign-in.ts';
import { readOutbox } from '../../support/page/kept-on-device.ts';
import type { CellName } from './entries.ts';
import type { Hands } from './hands.ts';
import { type Lesson, password } from './oracle-school.ts';
import type { OracleScreen } from './screen.ts';
import type { Decision } from './verdict.ts';
import type { World } from './world.ts';

export interface Problems {
  page: Page;
  hands: Hands;
  world: World;
  screen: OracleScreen;
  lesson: Lesson;
  decisions: Decision[];
  random: Random;
}

const first = async (locator: Locator): Promise<Locator | null> =>
  (await locator.first().isVisible()) ? locator.first() : null;

// By their tags and not by their roles, which of a sheet of thousands of elements are slow to find, and asked for all
// the time.
const passwordOf = (page: Page) => page.locator('input[type=password]').first();
const bannerOf = (page: Page) =>
  page.locator('header:not([role=dialog] header, [role=alertdialog] header, [aria-hidden=true] header)');
const isWindowOpen = async (page: Page) => (await page.locator('[role=dialog]').count()) > 0;

/** What is typed and not saved, as the screen lists it. */
const list = (page: Page) => page.getByRole('dialog', { name: /^(Error|Not saved yet|All saved)$/ });

/** Answers one conflict in the list behind the status of saving. False where there is none that can be reached. */
export async function answerConflict(problems: Problems, keep: 'mine' | 'theirs'): Promise<boolean> {
  const { page, hands, screen, decisions } = problems;
  const status = await first(bannerOf(page).getByRole('button', { name: /conflict/ }));
  if (status) {
    hands.leave();
    if (!(await pressed(status))) return false;
  }
  if (!(await isWindowOpen(page))) return false;
  const conflicts = list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Keep mine' }) });
  const text = (await conflicts.allTextContents())[0];
  if (text === undefined) return false;
  hands.leave();
  const cell = cellOf(text, problems);
  // The one that was read, wherever it is by now.
  const label = `, ${screen.labels[cell.column]}`;
  const button = conflicts
    .filter({ hasText: cell.row })
    .filter({ hasText: label })
    .getByRole('button', { name: keep === 'mine' ? 'Keep mine' : 'Take theirs' });
  if (!(await pressed(button))) return true;
  decisions.push({ ...cell, kept: keep });
  await page.waitForTimeout(100);
  return true;
}

/** The student and field that a conflict names. */
function cellOf(text: string, { lesson, screen }: Problems): CellName {
  const row = lesson.students.find((student) => text.includes(student));
  const column = Object.entries(screen.labels).find(([, label]) => text.includes(`, ${label}`))?.[0];
  if (row === undefined || column === undefined) throw new Error(`A conflict does not say what it is about: ${text}`);
  return { row, column };
}

/** Signs in where the screen offers it. False where it does not. */
export async function signInAgain({ page, hands, world }: Problems): Promise<boolean> {
  const field = passwordOf(page);
  // Under the window that asks for the password the offer cannot be pressed.
  const isAsked = await field.isVisible();
  const offer = isAsked ? null : await first(page.getByRole('button', { name: 'Sign in', exact: true }));
  if (!offer && !isAsked) return false;
  hands.leave();
  if (offer && !(await pressed(offer))) return true;
  // Without a connection nobody is signed in: it is back before they try.
  if (world.weather === 'offline') await world.turn('fine');
  await field.click();
  world.isExpired = false;
  await hands.typeInto('password', password);
  await field.waitFor({ state: 'detached' });
  return true;
}

/**
 * The page again, and what was on it; signs in first where the page asks for it, which then comes back to the same
 * place.
 */
export async function reload(problems: Problems): Promise<void> {
  const { page, hands, world, screen, lesson } = problems;
  await page.reload();
  const entrance = page.getByRole('textbox', { name: 'Username' });
  if (world.isExpired) {
    await entrance.waitFor();
    hands.meant.push({ key: lesson.userName, where: 'Username' }, { key: password, where: 'password' });
    await submitSignIn(page, lesson.userName, password);
    world.isExpired = false;
  }
  await screen.reopen(page, lesson, () => closeCoveringWindow(problems));
  await hands.reopened();
}

/** A window that has opened lies over what the hands want to reach: they answer it, or put it away. */
export async function closeCoveringWindow(problems: Problems): Promise<void> {
  const { page, random } = problems;
  for (let windows = 0; windows < 5; windows += 1) {
    if (await passwordOf(page).isVisible()) {
      await signInAgain(problems);
      continue;
    }
    if (!(await isWindowOpen(page)) || !(await list(page).isVisible())) return;
    if (await answerConflict(problems, random.pick(['mine', 'theirs']))) continue;
    const retry = list(page).getByRole('button', { name: 'Retry', exact: true });
    const canRetry = (await retry.isVisible()) && random.chance(0.5);
    await pressed(canRetry ? retry : list(page).getByRole('button', { name: 'Close' }).last());
  }
}

/**
 * Whether the press arrived: not when the button went while the hands were on the way to it. The button itself says so,
 * for on a busy machine a press may arrive after the hands have stopped waiting for it.
 */
async function pressed(button: Locator): Promise<boolean> {
  try {
    const presses = await button.evaluateHandle(
      (element) => {
        const counted = { count: 0 };
        element.addEventListener('click', () => (counted.count += 1), { capture: true });
        return counted;
      },
      undefined,
      { timeout: 2_000 },
    );
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    return await presses.evaluate(({ count }) => count > 0);
  } catch {
    return false;
  }
}

interface Waiting {
  open?: { fields: object };
  sent?: object | null;
  refused?: object;
}

/** What waits on the device to be sent. A text that was refused stays there until the hands change it. */
const waiting = async (page: Page): Promise<Waiting[]> =>
  (await onDevice(page)).filter(
    ({ open, sent, refused }) => !refused || sent || Object.keys(open?.fields ?? {}).length > 0,
  );

const onDevice = async (page: Page): Promise<Waiting[]> => (await readOutbox(page)).records as Waiting[];

/** Milliseconds in which everything that was typed must have come to rest. */
const patience = 90_000;

/** Does what the screen asks for until nothing waits; tells what still does, null for nothing. */
export async function solveProblems(problems: Problems): Promise<string[] | null> {
  const { page, screen, random } = problems;
  await closeCoveringWindow(problems);
  await screen.putAway(page, () => closeCoveringWindow(problems));
  for (const until = Date.now() + patience; Date.now() < until; ) {
    if (await signInAgain(problems)) continue;
    if (await answerConflict(problems, random.pick(['mine', 'theirs']))) continue;
    const count = await first(bannerOf(page).getByRole('button', { name: /conflict|not saved/ }));
    if (count) await pressed(count);
    const retry = (await isWindowOpen(page)) && (await first(page.getByRole('button', { name: 'Retry', exact: true })));
    if (retry) await pressed(retry);
    if ((await waiting(page)).length === 0) {
      await page.waitForTimeout(300);
      if ((await waiting(page)).length === 0) return null;
    }
    await page.waitForTimeout(150);
  }
  const said = await bannerOf(page).first().textContent();
  const left = await waiting(page);
  return [`${left.length} records still wait, and the top bar says “${said}”: ${JSON.stringify(left)}`];
}
