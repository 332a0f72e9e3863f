/** `npm run pages`: writes the pages that are made of the sources. */
import { writeFileSync } from 'node:fs';
import { generatedPages } from './pages.ts';

for (const [path, make] of Object.entries(generatedPages)) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), make());
  process.stdout.write(`${path}\n`);
}
