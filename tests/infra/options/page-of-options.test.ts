import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { options } from '#shared/options.ts';
import { callsOfSchool } from '#shared/product.ts';
import { demoSchoolFile } from '../../support/samples/demo-school.ts';

const page = readFileSync('docs/options.md', 'utf8');

/** Calls, and resources of the API: one for each part of a path, and the root. */
function countsWith(names: string[]): string {
  const calls = callsOfSchool({ ...demoSchoolFile, options: names });
  const resources = new Set(['']);
  for (const { call } of calls) {
    const parts = call.path.split('/').filter((part) => part !== '');
    for (const [index] of parts.entries()) resources.add(parts.slice(0, index + 1).join('/'));
  }
  return `${calls.length} | ${resources.size}`;
}

it('says how many calls and resources the core and each option have', () => {
  const names = options.map(({ name }) => name);
  expect(page).toContain(`| core | ${countsWith([])} |`);
  for (const name of names) expect(page).toContain(`| with \`${name}\` | ${countsWith([name])} |`);
  expect(page).toContain(`| all | ${countsWith(names)} |`);
});
