import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coreScreens } from '../../../web/app/screens/admin-screens.ts';
import { teacherScreens } from '../../../web/app/screens/teacher-screens.ts';
import { parseGuide } from '../../../web/guide-pages.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const pages = globSync('docs/guide/**/*.md').sort();
const guides = pages.map((page) => ({ page, text: read(page), ...parseGuide(read(page)) }));

/** Comments name labels too, also those of long ago. */
const withoutComments = (code: string) => code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
const code = globSync(['web/**/*.{ts,tsx}', 'shared/**/*.{ts,tsx}'])
  .map((file) => withoutComments(read(file)).replaceAll('\\\\', '\\').replaceAll(/\s+/g, ' '))
  .join('\n');

/** The label as a whole text of the code: between quotes, tags or braces, or before a number that the code puts in. */
const isWritten = (label: string) => {
  const text = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(String.raw`['"\`>}] ?${text}(?:['"\`<{:]| ?[<{]|,? ?\(?\$?\{)`).test(code);
};

describe.each(guides)('$page', ({ page, text, sections }) => {
  it('names a label of the screens wherever it is printed bold', () => {
    const labels = new Set(
      [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, label = '']) => label.replaceAll(/\s+/g, ' ')),
    );
    // The sentence at the head of each page says what is bold.
    labels.delete('like this');
    expect(labels.size).toBeGreaterThan(page.endsWith('keys.md') ? -1 : 1);
    expect([...labels].filter((label) => !isWritten(label))).toEqual([]);
  });

  it('has short sentences', () => {
    const words = text
      .replaceAll(/<!--.*?-->|[*#|]|^-+$|^\d+\. /gm, ' ')
      .split(/[.?!:](?:\s|$)|\n\s*\n| {3,}/)
      .map((sentence) => sentence.trim().split(/\s+/).length)
      .filter((count) => count > 2);
    expect(words.reduce((sum, count) => sum + count, 0) / words.length).toBeLessThanOrEqual(20);
  });

  it('has sections that Help can show', () => {
    expect(sections.length).toBeGreaterThan(0);
    for (const { title, text: nodes } of sections) {
      expect(title).not.toBe('');
      expect(JSON.stringify(nodes)).toMatch(/\["(ol|table)",/);
    }
  });
});

describe('the guides', () => {
  const screensOf = (...names: string[]) =>
    guides.filter(({ page }) => names.includes(page)).flatMap(({ sections }) => sections.flatMap((one) => one.screens));

  it('have a section for each screen of the office', () => {
    const missing = coreScreens
      .map(({ path }) => path)
      .filter((path) => !screensOf('docs/guide/office.md').includes(path));
    expect(missing).toEqual([]);
  });

  it('have a section for each screen of teachers', () => {
    const known = screensOf('docs/guide/teacher.md', 'docs/guide/form-teacher.md');
    expect(teacherScreens.map(({ path }) => path).filter((path) => !known.includes(path))).toEqual([]);
  });

  it('have the keys of the sheets’ own list', () => {
    const panel = read('web/ui/sheet-aids/keys-panel.tsx');
    const keys = [...panel.matchAll(/\['([^']+)', '([^']+)'\]/g)].map(([, key, does]) => `| ${key} | ${does} |`);
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter((line) => !read('docs/guide/keys.md').includes(line))).toEqual([]);
  });

  it('have no two sections of one name in Help', () => {
    const namesOf = (of: typeof guides) =>
      of.flatMap(({ title, sections }) => sections.map((section) => `${title}: ${section.title}`));
    expect(new Set(namesOf(guides)).size).toBe(namesOf(guides).length);
  });

  it('are short', () => {
    const words = guides.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    expect(words).toBeLessThanOrEqual(8000);
  });
});
