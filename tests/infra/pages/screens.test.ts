import { describe, expect, it } from 'vitest';
import { screens } from '../../../tools/checks/screen-list.ts';
import { screensOfActs } from '../../../tools/checks/screens-of-acts.ts';
import { readWrittenTexts } from '../../../tools/checks/shown-texts.ts';
import { projectFiles, readProjectFile } from './project-pages.ts';

/** Those of the list, and the new year, which is taken last. */
const listed = [...Object.keys({ ...screens, ...screensOfActs }), 'new-year'].sort();
const looks = ['desk-light', 'phone-dark'];
const expected = listed.flatMap((name) => looks.map((look) => `docs/screens/${name}-${look}.png`));
const texts: Record<string, string[]> = JSON.parse(readProjectFile('docs/screens/texts.json'));
const page = readProjectFile('docs/screens.md');

describe('the pictures', () => {
  it('are one of each screen on a desk and on a phone, and no others', () => {
    const pictures = projectFiles.filter((path) => path.startsWith('docs/screens/') && path.endsWith('.png'));
    expect(pictures).toEqual([...expected, 'docs/screens/report-card.png'].sort());
  });

  it('are each in the page', () => {
    const shown = [...page.matchAll(/\]\((screens\/[\w-]+\.png)\)/g)].map(([, path]) => `docs/${path}`);
    expect(shown.toSorted()).toEqual([...expected, 'docs/screens/report-card.png'].sort());
  });
});

describe('the words beside a picture', () => {
  const written = readWrittenTexts();

  it('are there for each, with what a screen cannot be without', () => {
    expect(Object.keys(texts).sort()).toEqual(listed);
    expect(Object.entries(texts).filter(([, shown]) => shown.length < 2)).toEqual([]);
  });

  it.each(listed)('%s: are words of the sources', (name) => {
    // Otherwise the picture is out of date: `npm run screens` makes it again.
    expect(texts[name]?.filter((text) => !written.has(text))).toEqual([]);
  });
});
