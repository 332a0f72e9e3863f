import { readFileSync } from 'node:fs';
import { options } from '#options/shared';
import { deployedCallsOfSchool, jobsOfSchool } from '#shared/product.ts';
import { countResources } from '../../infra/api/api-definition.ts';
import { callEntries, jobEntries } from '../../infra/build/entries.ts';
import { loadSchool } from '../../infra/school.ts';

/** A build of the core alone has none. */
const listed: readonly { name: string }[] = options;

/** Calls, resources of the API, functions and workers of a school with these options. */
function countsWith(names: string[]): number[] {
  const school = { ...loadSchool('demo'), options: names };
  const calls = deployedCallsOfSchool(school);
  const resources = countResources(calls.map(({ call }) => call.path));
  return [calls.length, resources, callEntries(calls).length, jobEntries(jobsOfSchool(school)).length];
}

const rowOf = (title: string, counts: readonly number[]) => `| ${title} | ${counts.join(' | ')} |`;

/** `docs/options.md` with its table of what the core and each option deploy written again. */
export function pageOfOptions(): string {
  const page = readFileSync(new URL('../../docs/options.md', import.meta.url), 'utf8');
  const names = listed.map(({ name }) => name);
  const core = countsWith([]);
  // What each adds, so that a call of the core changes no line of an option.
  const added = (name: string) => countsWith([name]).map((count, column) => count - (core[column] ?? 0));
  const rows = [
    rowOf('core', core),
    ...names.map((name) => rowOf(`\`${name}\` adds`, added(name))),
    rowOf('all', countsWith(names)),
  ];
  // Replaced by a function: a row may hold what a replacement reads as a sign.
  return page.replace(/(\| \| Calls \|.*\n\|.*\n)(?:\|.*\n)+/, (_, heads: string) => `${heads}${rows.join('\n')}\n`);
}
