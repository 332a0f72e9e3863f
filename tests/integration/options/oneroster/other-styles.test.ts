import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { movesOf } from '../../../support/options/move-in/moves.ts';
import { manifestOf, otherProgram, otherProgramsZip, zipOf } from '../../../support/options/oneroster/zip-of-files.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

type Files = Readonly<Record<string, string>>;
const modes = Object.fromEntries(Object.keys(otherProgram).map((name) => [name.replace('.csv', ''), 'bulk' as const]));
const whole: Files = { 'manifest.csv': manifestOf(modes), ...otherProgram };

const each = (files: Files, change: (text: string, name: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text, name)]));
const [firstLine, rest] = [/^[^\r\n]*\r\n/, (text: string) => text.replace(/^[^\r\n]*\r\n/, '')];
const written = (text: string, separator: string, toCell = (cell: string) => cell) =>
  (parse(text, { relax_column_count: true }) as string[][])
    .map((row) => `${row.map(toCell).join(separator)}\r\n`)
    .join('');
const headOf = (text: string) => firstLine.exec(text)?.[0] ?? '';

/** The same school as other programs write it. */
const styles: Readonly<Record<string, () => Files>> = {
  'lines without a carriage return below headings with one': () =>
    each(whole, (text) => headOf(text) + rest(text).replaceAll('\r\n', '\n')),
  'lines with a carriage return below headings without one': () =>
    each(whole, (text) => headOf(text).replace('\r\n', '\n') + rest(text)),
  'lines that end in a carriage return alone': () => each(whole, (text) => text.replaceAll('\r\n', '\r')),
  'no end of the last line': () => each(whole, (text) => text.replace(/\r\n$/, '')),
  'every cell in quotation marks': () =>
    each(whole, (text) => written(text, ',', (cell) => `"${cell.replaceAll('"', '""')}"`)),
  'tabs between the cells': () => each(whole, (text) => written(text, '\t')),
  'semicolons between the cells': () => each(whole, (text) => written(text, ';')),
  'names in capitals, in folders': () =>
    Object.fromEntries(Object.entries(whole).map(([name, text]) => [`Export/2025/${name.toUpperCase()}`, text])),
  'headings and values in capitals': () =>
    each(whole, (text, name) => {
      const capitals = text.replaceAll(
        /(?<=^|,)(teacher|student|parent|homeroom|scheduled|school|district|term|schoolYear|true|male|female|primary)(?=,|\r)/gm,
        (word) => word.toUpperCase(),
      );
      return name === 'manifest.csv' ? capitals.toUpperCase() : headOf(capitals).toUpperCase() + rest(capitals);
    }),
  'moments where dates are asked for': () =>
    each(whole, (text) => text.replaceAll(/\b(20\d\d-\d\d-\d\d)(?=,)/g, '$1T00:00:00.000Z')),
  'a version with a letter': () => ({
    ...whole,
    'manifest.csv': (whole['manifest.csv'] ?? '').replace('version,1.2', 'version,v1p2'),
  }),
  'rows of empty cells at the end': () => each(whole, (text) => `${text}${',,,,,\r\n'.repeat(3)}\r\n`),
};

describe('a zip of OneRoster as another program writes it', () => {
  const school = steppedSchoolForTests(handler);
  const { preview } = movesOf(school);
  const said = { alike: { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } } as const;
  const told = async (bytes: Uint8Array) => {
    const { counts, rows } = await preview(bytes, said, 'roster.zip');
    return { counts, rows: rows.map(({ row: _, ...one }) => one) };
  };

  it.each(Object.keys(styles))('says the same: %s', async (style) => {
    const expected = await told(await otherProgramsZip());
    expect(expected.rows.length).toBeGreaterThan(10);
    expect(await told(await zipOf(styles[style]?.() ?? {}))).toEqual(expected);
  });
});
