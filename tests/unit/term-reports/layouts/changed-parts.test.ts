import { expect, it } from 'vitest';
import { listChangedParts } from '#functions/term-reports/report-cards/layouts/changed-parts.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

/** As the table answers what was stored: its maps in another order. */
const turnedRound = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turnedRound)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, one]) => [name, turnedRound(one)]),
        )
      : value;

it('two saves of a draft differ in what was changed, whatever order the table answers in', () => {
  const before = { draft: structuredClone(standardLayout), levels: [1], terms: [1 as const] };
  const stored = turnedRound(before) as typeof before;
  expect(listChangedParts(stored, before)).toEqual([]);
  expect(listChangedParts(stored, { ...before, draft: { ...before.draft, crest: 'none' } })).toEqual(['crest']);
});
