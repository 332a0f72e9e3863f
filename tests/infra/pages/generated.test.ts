import { describe, expect, it } from 'vitest';
import { allCalls } from '#shared/product.ts';
import { readCallComments } from '../../../tools/pages/call-comments.ts';
import { environmentVariables } from '../../../tools/pages/environment.ts';
import { generatedPages, pagesWithTables } from '../../../tools/pages/pages.ts';
import { listSchoolFileKeys } from '../../../tools/pages/school-file-page.ts';
import { projectFiles, readProjectFile } from './project-pages.ts';

describe('a page that is made of the sources', () => {
  it.each(
    Object.entries({ ...generatedPages, ...pagesWithTables }),
  )('%s is current: npm run pages makes it', (path, make) => {
    expect(readProjectFile(path)).toBe(make());
  });
});

describe('a call', () => {
  const commentOf = readCallComments();
  it.each(allCalls.map(({ name, call }) => [name, call.path] as const))('%s of %s says what it does', (name, path) => {
    expect(commentOf({ name, path })).toMatch(/[.)]$/);
  });
});

describe('a key of the school file', () => {
  it.each(listSchoolFileKeys().map(({ key, says }) => [key, says]))('%s says what it changes', (_, says) => {
    expect(says).toMatch(/\.$/);
  });
});

it('the environment variables are those that the sources read', () => {
  const sources = projectFiles.filter((path) => /\.(tsx?|js|cjs)$/.test(path) && path !== 'tools/pages/environment.ts');
  const read = sources.flatMap((path) => {
    const text = readProjectFile(path);
    const named = [...text.matchAll(/(?<![\w.])(?:process\.)?env\.([A-Z][A-Z_0-9]+)/g)].map(([, name = '']) => name);
    const taken = [...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, names = '']) =>
      names.match(/\b[A-Z][A-Z_0-9]+\b/g),
    );
    return [...named, ...taken];
  });
  expect(Object.values(environmentVariables).flatMap(Object.keys).sort()).toEqual([...new Set(read)].sort());
});
