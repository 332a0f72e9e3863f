import { describe, expect, it } from 'vitest';
import { generatedPages } from '../../../tools/pages/pages.ts';
import { listSchoolFileKeys } from '../../../tools/pages/school-file-page.ts';
import { readProjectFile } from './project-pages.ts';

describe('a page that is made of the sources', () => {
  it.each(Object.entries(generatedPages))('%s is current: npm run pages makes it', (path, make) => {
    expect(readProjectFile(path)).toBe(make());
  });
});

describe('a key of the school file', () => {
  it.each(listSchoolFileKeys().map(({ key, says }) => [key, says]))('%s says what it changes', (_, says) => {
    expect(says).toMatch(/\.$/);
  });
});
