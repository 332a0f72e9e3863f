import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const listFiles = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path));

/** Places of the core, by the name of the constant. */
const places = listFiles('functions', 'web', 'infra', 'shared', 'local')
  .filter((file) => file !== 'shared/place.ts' && !file.includes('/options/'))
  .flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/export const (\w+) = (?:\/\* @__PURE__ \*\/ )?(?:acts|records)Place</g),
  ])
  .map(([, name = '']) => name);

/** What tests of the core, which are there without any option, do. */
const tests = listFiles('tests')
  .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|\/)options(\/|\.)/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it('every place of the core has a test of the core in which it is empty', () => {
  expect(places.length).toBeGreaterThan(12);
  expect(places.filter((name) => !tests.includes(`${name}.fill({})`))).toEqual([]);
});
