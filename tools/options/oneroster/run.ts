/**
 * `npm run check:oneroster -- file.zip`: checks a zip of OneRoster CSV files, 1.1 or 1.2, by the standard. Prints each
 * fault with its file, line and column, and exits 1 where there is one.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pluralize } from '#shared/pluralize.ts';
import { type Fault, validateRosterZip } from './validate.ts';

/** Faults beyond these are counted. */
const printed = 50;

const lineOfFault = ({ file, line, column, says }: Fault): string =>
  `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${says}`;

if (import.meta.main) {
  const [path] = parseArgs({ allowPositionals: true }).positionals;
  if (path === undefined) {
    process.stderr.write('Name a file: npm run check:oneroster -- file.zip\n');
    process.exit(2);
  }
  const { version, faults, rows } = await validateRosterZip(await readFile(path));
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  for (const fault of faults.slice(0, printed)) process.stdout.write(`${lineOfFault(fault)}\n`);
  if (faults.length > printed) process.stdout.write(`and ${faults.length - printed} more\n`);
  process.stdout.write(
    `OneRoster ${version ?? 'of no version'}: ${pluralize(total, 'row')} in ${pluralize(Object.keys(rows).length, 'file')}, ${pluralize(faults.length, 'fault')}.\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
