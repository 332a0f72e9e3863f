import { expect, it } from 'vitest';
import { findLongComments } from '../../tools/checks/long-comments.ts';

const long = 'word '.repeat(25).trim();

it.each([
  ['a line', `// ${long}`],
  ['a block of one line', `/** ${long} */`],
  ['a line of a block', `/**\n   * ${long}`],
])('finds a comment wider than 120 characters in %s', (_, text) => {
  expect(findLongComments(text)).toEqual([text.split('\n').length]);
});

it.each([
  ['one word', `// ${'x'.repeat(130)}`],
  ['one piece of code', `// \`${long}\``],
  ['code', `const text = '${long}';`],
  ['a line for a linter', `// biome-ignore lint/a11y/useSemanticElements: ${long}`],
  ['a comment of 120 characters', `// ${'word '.repeat(24).slice(0, 117)}`],
])('passes %s', (_, text) => {
  expect(findLongComments(text)).toEqual([]);
});
