import type { Page } from 'playwright-core';

/** Milliseconds between two keys of somebody who types well: 40 to 120, the same sequence in every run. */
function* pauses(): Generator<number, never> {
  for (let state = 7; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield 40 + (state % 81);
  }
}

/**
 * Types with real key events and looks at nothing: each character of a word, and a named key, such as Enter, after it.
 */
export function createFastHands(page: Page) {
  const pause = pauses();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(pause.next().value);
  };
  return {
    press,
    /** `after` follows each word; empty: nothing does. */
    async type(words: readonly string[], after = 'Enter') {
      for (const word of words) {
        for (const key of word) await press(key);
        if (after !== '') await press(after);
      }
    },
  };
}
