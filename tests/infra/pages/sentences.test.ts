import { expect, it } from 'vitest';
import { projectPages, readProse } from './project-pages.ts';

/** Sentences of a page outside of tables and headings; an item of a list ends one, so do semicolon and colon. */
const sentencesOf = (path: string): number[] =>
  readProse(path)
    .replaceAll(/^\s*[|#].*$/gm, '')
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. ))/)
    .flatMap((block) => block.replaceAll('\n', ' ').split(/(?<=[.!?:;])\s+/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
    .filter((words) => words > 0);

it.each(
  projectPages.filter((path) => !path.startsWith('docs/decisions/')),
)('the sentences of %s have 20 words or fewer on average', (path) => {
  const sentences = sentencesOf(path);
  const sum = sentences.reduce((all, words) => all + words, 0);
  expect(sum / Math.max(1, sentences.length)).toBeLessThanOrEqual(20);
});
