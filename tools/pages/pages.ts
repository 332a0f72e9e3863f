import { apiPage } from './api-page.ts';
import { pageOfOptions } from './counts-of-options.ts';
import { environmentPage } from './environment.ts';
import { recordKindSources } from './record-kinds.ts';
import { schoolFilePage } from './school-file-page.ts';

/** Pages and tables made of the sources, by their path from the project's root: `npm run pages` writes them. */
export const generatedPages: Readonly<Record<string, () => string>> = {
  'docs/api.md': apiPage,
  'docs/environment.md': environmentPage,
  'docs/school-file.md': schoolFilePage,
  ...recordKindSources,
};

/** Pages written by hand with a table that is made of the sources: `npm run pages` writes that table again. */
export const pagesWithTables: Readonly<Record<string, () => string>> = { 'docs/options.md': pageOfOptions };
