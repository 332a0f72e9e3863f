import { listRules, type SourceFile } from './style-names.ts';

/** Folders of sheets that may lay out: the primitives and controls of `web/ui`. */
const ui = 'web/ui/';

/** Rules outside `web/ui` that lay out children by `display: flex`, which is a Row's or a Stack's. One line each. */
export function findLayoutOutsideUi(files: readonly SourceFile[]): string[] {
  const sheets = files.filter(({ path }) => path.endsWith('.css') && !path.startsWith(ui));
  return sheets.flatMap(({ path, text }) =>
    listRules(text)
      .filter(({ body }) => /(?:^|[;\s])display:\s*(?:inline-)?flex\b/.test(body))
      .map(({ selector }) => `${path}: ${selector} lays out by flex; use Row or Stack of web/ui/layout`),
  );
}
