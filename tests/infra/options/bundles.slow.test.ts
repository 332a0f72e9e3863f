import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFunctions } from '../../../infra/build/build-functions.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The texts of a function's bundle, by its name: `index.mjs` and what is loaded later. */
let bundles: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  const built = await buildFunctions({ folder: temporaryFolder() });
  bundles = new Map(
    [...built].map(([name, path]) => [
      name,
      readdirSync(path)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => readFileSync(join(path, file), 'utf8')),
    ]),
  );
});

const bundlesWith = (isIn: (text: string) => boolean): string[] =>
  [...bundles].flatMap(([name, texts]) => (texts.some(isIn) ? [name] : [])).sort();

/** Names of the places of functions, as the sources give them. */
const places = globSync('functions/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:acts|records)Place<[^=][\s\S]{0,200}?>\(\s*'([^']+)'/g)].map(
    ([, name = '']) => name,
  ),
);

/** Whether a bundled text has the place and does one of these with it. */
const does = (text: string, place: string, acts: readonly string[]): boolean => {
  // A search of the whole text for a name before it would take minutes.
  const at = text.indexOf(`("${place}")`);
  if (at < 0) return false;
  const [, variable] = /([\w$]+)=[\w$]+$/.exec(text.slice(Math.max(0, at - 60), at)) ?? [];
  return (
    variable !== undefined &&
    acts.some((act) => new RegExp(`(?<![\\w$])${variable.replaceAll('$', '\\$')}\\.${act}\\(`).test(text))
  );
};

describe('the bundles of functions', () => {
  it('have the libraries of signatures (607 KB) where something is signed, and nowhere else', () => {
    expect(bundlesWith((text) => text.includes('URDNA2015'))).toEqual([
      'families-documents',
      'student-register-documents',
      'term-reports',
      'term-reports-documents',
      'term-reports-jobs',
      'transcripts',
      'transcripts-documents',
      'undo',
    ]);
  });

  it('fill each place that they read: no root has forgotten one', () => {
    expect(places.toSorted()).toEqual([
      'acts of options',
      'checks of figures',
      'entrance of students',
      'files of the erasure',
      'files to move in with',
      'guards of posting',
      'ids of files',
      'kinds of records',
      'open findings of reports',
      'origins of absence notices',
      'past records',
      'proof of report cards',
      'readers of cards',
      'records of a posting',
      'rules of the erasure',
      'sections of everything about a student',
      'sessions of students',
      'signatures of cards',
    ]);
    for (const place of places) {
      const reading = bundlesWith((text) => does(text, place, ['of', 'all']));
      expect(reading, place).not.toEqual([]);
      expect(
        bundlesWith((text) => does(text, place, ['fill'])),
        place,
      ).toEqual(reading);
    }
  });
});
