/** `npm run pages`: writes the pages and tables that are made of the sources. */
import { writeFileSync } from 'node:fs';
import { generatedPages, pagesWithTables } from './pages.ts';

for (const [path, make] of Object.entries({ ...generatedPages, ...pagesWithTables })) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), make());
  process.stdout.write(`${path}\n`);
}
