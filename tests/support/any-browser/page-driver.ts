import { setTimeout as delay } from 'node:timers/promises';
import type { AnyBrowser, InputAction } from './any-browser.ts';

/** Keys as WebDriver names them. */
export const webDriverKeys = {
  enter: '\uE007',
  escape: '\uE00C',
  control: '\uE009',
  alt: '\uE00A',
  up: '\uE013',
  down: '\uE015',
  f2: '\uE032',
} as const;

/**
 * Something on the page: the first match of a selector in sight whose name, or text without one, contains the words.
 */
export interface PagePart {
  css: string;
  named?: string;
  /** Of those that match, counted from 0. */
  nth?: number;
}

/**
 * Somebody at a browser: looks for things by what they are called, presses keys at a human pace, and sees what is
 * shown.
 */
export function createPageDriver(browser: AnyBrowser) {
  const where = (sought: PagePart) =>
    browser.run(({ css, named, nth }) => {
      const found = [...document.querySelectorAll(css)].filter((element) => {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return element.getClientRects().length > 0 && (named === undefined || name.includes(named));
      })[nth ?? 0];
      if (!found) return null;
      found.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = found.getBoundingClientRect();
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2), text: found.textContent ?? '' };
    }, sought);
  const find = async (sought: PagePart) => {
    for (let tries = 0; tries < 75; tries += 1) {
      const found = await where(sought);
      if (found) return found;
      await delay(200);
    }
    throw new Error(`${browser.name} shows no ${sought.css} ${sought.named ?? ''}`);
  };
  const keyActions = async (actions: readonly InputAction[]) => browser.act({ type: 'key', id: 'keyboard', actions });
  return {
    find,
    isShown: async (sought: PagePart) => (await where(sought)) !== null,
    async click(sought: PagePart) {
      const { x, y } = await find(sought);
      await browser.act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      });
    },
    /** Each character a key, 60 milliseconds apart. */
    type: (text: string) =>
      keyActions(
        [...text].flatMap((value): InputAction[] => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
          { type: 'pause', duration: 60 },
        ]),
      ),
    /** The last key, while the others are held. */
    press: (...held: string[]) =>
      keyActions([
        ...held.map((value): InputAction => ({ type: 'keyDown', value })),
        ...held.toReversed().map((value): InputAction => ({ type: 'keyUp', value })),
      ]),
  };
}

export type PageDriver = ReturnType<typeof createPageDriver>;
