import { expect, it } from 'vitest';
import { projectPages, readProjectFile } from './project-pages.ts';

it('the index of decisions has each once, by its title', () => {
  const index = readProjectFile('docs/decisions/README.md');
  const lines = [...index.matchAll(/^- \[(\d{4})\]\(([^)]+)\) (.+)$/gm)].map(
    ([, number, file, title]) => `${file}: # ${number}. ${title}`,
  );
  const decisions = projectPages
    .filter((path) => /^docs\/decisions\/\d/.test(path))
    .map((path) => `${path.slice('docs/decisions/'.length)}: ${readProjectFile(path).split('\n')[0]}`);
  expect(lines.sort()).toEqual(decisions.sort());
});
