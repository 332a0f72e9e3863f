import { expect, it } from 'vitest';
import { projectFiles, projectPages, readProjectFile } from './project-pages.ts';

/** Sections that have steps. */
const sections = projectPages
  .filter((path) => path.startsWith('docs/guide/'))
  .flatMap((path) =>
    readProjectFile(path)
      .split(/^## /m)
      .slice(1)
      .filter((section) => /^1\. /m.test(section))
      .map((section) => [path.slice('docs/guide/'.length), section.split('\n', 1)[0] ?? ''] as const),
  );

/** By page the titles that browser tests name, in files that name the page too. */
const tests = projectFiles.filter((path) => path.startsWith('tests/e2e/') && path.endsWith('.ts')).map(readProjectFile);

it('are many', () => {
  expect(sections.length).toBeGreaterThan(25);
});

it.each(sections)('%s, “%s”: is followed in a browser, step by step', (page, title) => {
  const written = `'${title.replaceAll('\\', '\\\\')}'`;
  const followed = tests.some(
    (text) =>
      text.includes(`'${page}'`) &&
      [...text.matchAll(/\b(?:section|follow)\(([^()=]*)/g)].some(([, given = '']) => given.includes(written)),
  );
  expect(followed).toBe(true);
});
