/** `npm run check:styles`: class names that only a sheet or only a component knows, and layout outside `web/ui`. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { findLayoutOutsideUi } from './style-layout.ts';
import { findOddClassNames } from './style-names.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web'], {
  encoding: 'utf8',
});
const paths = listed.split('\n').filter((path) => /\.(tsx?|css|html)$/.test(path));
const files = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => '') })),
);
const odd = [...findOddClassNames(files), ...findLayoutOutsideUi(files)];
console.log(odd.length === 0 ? `No odd class names or layouts in ${files.length} files.` : odd.join('\n'));
process.exitCode = odd.length === 0 ? 0 : 1;
