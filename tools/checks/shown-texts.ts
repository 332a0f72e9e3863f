import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const project = new URL('../../', import.meta.url);

/** Where the words of screens are written. */
const sources = ['web/**/*.{ts,tsx}', 'shared/**/*.{ts,tsx}', 'infra/schools/demo.json'];

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
/** Comments name words of screens too, also those of long ago. */
const withoutComments = (code: string) => code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** Every text between quotes or tags that the sources have, as a whole. */
export function readWrittenTexts(): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: project }))) {
    const code = withoutComments(readFileSync(new URL(file, project), 'utf8'));
    const found = code.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`$]+)`|>([^<>{}]+)(?=[<{])/g);
    for (const [, ...parts] of found)
      texts.add(oneLine(parts.find((part) => part !== undefined)?.replaceAll('\\\\', '\\') ?? ''));
  }
  return texts;
}

/** What names a part of a screen: headings, buttons and lines of menus, labels, heads of columns. */
const naming = 'h1, h2, h3, button, a, label, legend, [role=columnheader], th, dt';

/** The words of the product among what the page shows, in their order. The rest is the school's. */
export async function readShownTexts(page: Page, written: ReadonlySet<string>): Promise<string[]> {
  const shown = await page
    .locator(naming)
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => (element instanceof HTMLElement ? element.innerText : '')),
    );
  return [...new Set(shown.map(oneLine))].filter((text) => text.length > 2 && written.has(text));
}
