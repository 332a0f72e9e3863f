/**
 * `npm run district -- folder`: merges the files of figures that schools have sent (up to 150) into a workbook and a
 * page of charts, beside them or in `--to`. `--schools list.csv` says which schools have to send one, with their keys;
 * `--term 2025-1` which term, where it is not that of most files. Exits 1 where a file is refused or a school is
 * missing: what is whole is merged all the same.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pluralize } from '#shared/pluralize.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { mergeFigures } from './merge.ts';
import { renderDistrictPage } from './page.ts';
import { parseSchools, readFiles } from './read-files.ts';
import { renderDistrictWorkbook } from './workbook.ts';

interface Asked {
  folder: string;
  /** The same folder where nothing is said. */
  to?: string | undefined;
  /** File of the list of schools. */
  schools?: string | undefined;
  /** "2025-1". */
  term?: string | undefined;
  now?: Date;
}

/**
 * Merges a folder.
 * @returns the lines to print, and whether nothing was refused and nothing is missing
 */
export async function mergeFolder({ folder, to = folder, schools, term, now = new Date() }: Asked) {
  const asked = term === undefined ? null : parseTerm(term);
  const listed = schools === undefined ? null : parseSchools(await readFile(schools, 'utf8'));
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const read = await readFiles(folder, { schools: listed, asked });
  const [first] = read.merged;
  const gaps = [
    ...read.refused.map(({ file, reason }) => `refused: ${file}: ${reason}`),
    ...read.missing.map(({ name, code }) => `missing: ${name} (${code})`),
  ];
  if (!first) return { lines: [...gaps, 'There is no file to merge.'], isWhole: false };
  const title = termTitle(first.content);
  const report = { ...read, title, figures: mergeFigures(read.merged.map(({ content }) => content)), madeAt: now };
  const name = join(to, `District figures ${title.replace(', ', ' ')}`);
  await mkdir(to, { recursive: true });
  await writeFile(`${name}.xlsx`, await renderDistrictWorkbook(report));
  await writeFile(`${name}.html`, renderDistrictPage(report));
  const unknown =
    listed === null
      ? []
      : read.merged.filter(({ content: { school } }) =>
          listed.some((one) => one.code === school.code && one.fingerprint === null),
        );
  return {
    lines: [
      `${title}: ${pluralize(read.merged.length, 'school')} merged.`,
      ...gaps,
      ...(listed === null
        ? ['Nobody’s key was compared: name a list of schools with --schools to know whose files they are.']
        : unknown.map(({ content, fingerprint }) => `key not in the list: ${content.school.name} has ${fingerprint}`)),
      `${name}.xlsx`,
      `${name}.html`,
    ],
    isWhole: gaps.length === 0,
  };
}

function parseTerm(text: string): { year: number; term: number } {
  const [, year, term] = /^(\d{4})-([123])$/.exec(text) ?? [];
  if (year === undefined || term === undefined) throw new Error(`${text} is no term, such as 2025-1.`);
  return { year: Number(year), term: Number(term) };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, schools: { type: 'string' }, term: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined) {
    process.stderr.write(
      'Name a folder: npm run district -- folder [--schools list.csv] [--term 2025-1] [--to folder]\n',
    );
    process.exit(2);
  }
  try {
    const { lines, isWhole } = await mergeFolder({ folder, ...values });
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = isWhole ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
