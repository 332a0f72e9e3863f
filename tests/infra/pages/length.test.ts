import { expect, it } from 'vitest';
import { generatedPages } from '../../../tools/pages/pages.ts';
import { projectPages, readProse } from './project-pages.ts';

/** Pages that a program writes, beside those of `npm run pages`; and decisions, which are read one at a time. */
const uncounted = /^(docs\/decisions\/|docs\/(bench|screens)\.md$|tools\/cost\/metered-calls\.md$|tests\/rights\/)/;

const handWritten = projectPages.filter((path) => !(uncounted.test(path) || path in generatedPages));

/**
 * Words of sentences and tables, without code, names in backquotes and targets of links, and without the parts of a
 * page that a program writes between two comments.
 */
const countWords = (path: string): number =>
  readProse(path)
    .replaceAll(/<!-- ([\w ]+) -->.*?<!-- end of \1 -->/gs, ' ')
    .replaceAll(/<!--.*?-->/gs, ' ')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, '] ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

it('what is written by hand has 40,000 words at most', () => {
  const counts = handWritten.map((path) => ({ path, words: countWords(path) })).sort((a, b) => b.words - a.words);
  expect(counts.length).toBeGreaterThan(30);
  const sum = counts.reduce((all, { words }) => all + words, 0);
  expect(
    sum,
    `the longest: ${counts
      .slice(0, 5)
      .map(({ path, words }) => `${path} ${words}`)
      .join(', ')}`,
  ).toBeLessThanOrEqual(40_000);
});
