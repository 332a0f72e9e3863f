import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The numbered steps of a section of docs/guide/, each with its labels. */
function readSteps(page: string, title: string): { text: string; labels: string[] }[] {
  const sections = readFileSync(`docs/guide/${page}`, 'utf8').split(/^## /m);
  const section = sections.find((one) => one.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`${page} has no section ${title}.`);
  return [...section.matchAll(/^\d+\. (.+)$/gm)].map(([, text = '']) => ({
    text,
    labels: [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label),
  }));
}

/** What a person reads on the page, and what a screen reader says. */
const readPage = async (page: Page): Promise<string> =>
  oneLine(
    await page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')]
          .filter((element) => element.checkVisibility())
          .map((element) => ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)).join(' ')),
      ].join(' '),
    ),
  );

/** What is done at a step, between which its labels must be seen. */
export type Act = (page: Page) => Promise<unknown>;

/**
 * Follows a section of a guide, an act for each of its steps: the labels of a step are on the screen before the act,
 * after it, or while it is under way (`see`). @returns after the last step
 */
export async function follow(page: Page, guide: string, title: string, acts: (see: () => Promise<void>) => Act[]) {
  let seen = '';
  const see = async () => {
    seen += ` ${await readPage(page)}`;
  };
  const steps = readSteps(guide, title);
  const all = acts(see);
  expect(all, `acts for the steps of “${title}”`).toHaveLength(steps.length);
  for (const [index, act] of all.entries()) {
    seen = await readPage(page);
    await act(page);
    await see();
    const { labels = [], text = '' } = steps[index] ?? {};
    expect(
      labels.filter((label) => !seen.includes(oneLine(label))),
      `${title}: ${text}`,
    ).toEqual([]);
  }
}
