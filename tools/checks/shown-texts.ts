import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import ts from 'typescript';

const project = new URL('../../', import.meta.url);

/** Where the words of screens are written. */
const sources = ['web/**/*.{ts,tsx}', 'shared/**/*.{ts,tsx}', 'infra/schools/demo.json'];

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Every text between quotes or tags that the sources have, as a whole. */
export function readWrittenTexts(): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: project }))) {
    const code = readFileSync(new URL(file, project), 'utf8');
    const look = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.add(oneLine(node.text));
      ts.forEachChild(node, look);
    };
    look(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, kindOf(file)));
  }
  return texts;
}

const kindOf = (file: string): ts.ScriptKind =>
  file.endsWith('.json') ? ts.ScriptKind.JSON : file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;

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
