import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { screens } from '../../../tools/checks/screen-list.ts';
import { signInAsStudent } from '../../../tools/checks/screens-of-families.ts';
import { schoolInBrowser } from '../../support/browser-school.ts';
import { startServer } from '../../support/school/server.ts';
import { settled } from './open-a-window.ts';
import { gaps, type Outcome, outcomeOf, refuseActs } from './press-twice.ts';

const school = schoolInBrowser(() => startServer());
vi.setConfig({ testTimeout: 300_000 });

/** Each with what is typed before the press. */
const places: readonly [who: 'visitor' | 'student' | 'station' | string, at: string, type?: (page: Page) => unknown][] =
  [
    ['visitor', '/'],
    ['visitor', '/admin'],
    ['visitor', '/student'],
    ['visitor', '/verify', (page) => page.locator('main input').first().fill('00000-00000')],
    ['student', '/student/absences'],
    ['student', '/student/password'],
    ['student', '/student/sessions'],
    ['formteacher', '/term-reports/completeness'],
  ];

async function enterAs(who: string): Promise<Page> {
  const { page } = who === 'visitor' || who === 'student' ? await school.visit() : await school.visitAs(who);
  if (who === 'student') {
    await signInAsStudent(page, school.url);
    await page.getByRole('img', { name: /^Averages/ }).waitFor();
  }
  return page;
}

describe('a double click on a main button does what a click does', () => {
  it.each(places)('for a %s at %s', async (who, at, type) => {
    const page = await enterAs(who);
    const acts = await refuseActs(page);
    const outcomes: Outcome[] = [];
    for (const gap of [null, ...gaps]) {
      await page.goto('about:blank');
      await page.goto(school.url + at);
      await settled(page);
      await page.locator('main').first().waitFor();
      await type?.(page);
      outcomes.push(await outcomeOf(page, acts, { gap, isInWindow: false, once: outcomes[0] }));
    }
    const [once, ...twice] = outcomes;
    expect(once).not.toBeNull();
    expect(twice).toEqual(twice.map(() => once));
    expect(once?.under).toBeNull();
  });

  it('at a scan station', async () => {
    const { page } = await school.visit();
    await screens['scan-station']?.(page, school.url);
    const acts = await refuseActs(page);
    const enter = page.getByRole('button', { name: 'Enter', exact: true });
    const counts: number[] = [];
    for (const clickCount of [1, 2]) {
      acts.length = 0;
      await page.getByRole('textbox').first().fill('01633');
      await enter.click({ clickCount });
      await page.waitForTimeout(1_000);
      counts.push(acts.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
