import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newSecret } from '#functions/platform/identity/secrets.ts';
import { fingerprintOfKey, signContent, toPublicKey } from '#functions/platform/identity/signed-content.ts';
import { type FiguresContent, figuresFile } from '#shared/options/district/figures-file.ts';
import { productVersion } from '#shared/product-version.ts';
import { mergeFigures } from '../../../../tools/options/district/merge.ts';
import { renderDistrictPage } from '../../../../tools/options/district/page.ts';
import { chooseFiles, parseFigures, parseSchools } from '../../../../tools/options/district/read-files.ts';
import { mergeFolder } from '../../../../tools/options/district/run.ts';
import { rowsOf } from '../../../support/files/rows-of-sheet.ts';

const secret = newSecret();
const key = fingerprintOfKey(toPublicKey(secret));
const ofLevel = (students: number, average: number | null, attendance: number | null) => ({
  students,
  average,
  attendance,
  marks_entered: 90,
  remarks_entered: 80,
});
const ofSubject = (students: number, average: number | null) => ({
  students,
  average,
  marks_entered: 90,
  comments_entered: 70,
});
const contentOf = (code: string, change: Partial<FiguresContent> = {}): FiguresContent => ({
  format: 'formroom-district-figures',
  version: 1,
  school: { code, name: `School ${code}` },
  year: 2025,
  term: 1,
  state: 'posted',
  number: 1,
  made_at: '2025-12-15T14:00:00.000Z',
  product: '0.1.0',
  smallest_group: 10,
  school_figures: ofLevel(130, 60.5, 91.2),
  levels: [
    { level: 1, figures: ofLevel(100, 60, 90) },
    { level: 5, figures: ofLevel(30, 62, null) },
  ],
  subjects: [{ title: 'Art', figures: ofSubject(40, 70), levels: [{ level: 1, figures: ofSubject(40, 70) }] }],
  ...change,
});
const textOf = (content: FiguresContent, by = secret) => JSON.stringify(signContent(content, by));
const choose = (
  files: Record<string, string>,
  schools: string | null = null,
  asked: { year: number; term: number } | null = null,
) =>
  chooseFiles(
    Object.entries(files).map(([file, text]) => parseFigures(text, file)),
    { schools: schools === null ? null : parseSchools(schools), asked },
  );
const reasonsOf = (...of: Parameters<typeof choose>) =>
  Object.fromEntries(choose(...of).refused.map(({ file, reason }) => [file, reason]));

describe('files of schools', () => {
  it('are refused where they are no file of figures, of another version, or not as the format has it', () => {
    const good = signContent(contentOf('north'), secret);
    expect(
      reasonsOf({
        a: 'no JSON',
        b: '[]',
        c: JSON.stringify({ content: { format: 'another' } }),
        d: JSON.stringify({ ...good, content: { ...good.content, version: 2 } }),
        e: JSON.stringify({ ...good, content: { ...good.content, students: ['Ali'] } }),
        f: textOf(contentOf('north', { levels: [{ level: 1, figures: ofLevel(9, 60, 90) }] })),
        g: 'null',
      }),
    ).toEqual({
      a: 'The file is not JSON.',
      b: 'The file has no figures of a school.',
      c: 'The file has no figures of a school.',
      d: 'The file is of version 2: this program reads version 1.',
      e: 'The file is not as the format has it, at content.',
      f: 'The file is not as the format has it, at content.levels.0.figures.students.',
      g: 'The file has no figures of a school.',
    });
  });

  it('are refused where a figure was changed after the school signed them', () => {
    const file = signContent(contentOf('north'), secret);
    const better = structuredClone(file);
    if (better.content.school_figures) better.content.school_figures.average = 90;
    const resigned = signContent(better.content, newSecret());
    expect(reasonsOf({ better: JSON.stringify(better) })).toEqual({
      better: 'The file was changed after the school signed it.',
    });
    // With another key it is whole, and not the school's.
    expect(reasonsOf({ resigned: JSON.stringify(resigned) }, `north,North,${key}`)).toEqual({
      resigned: expect.stringMatching(/^School north: the file is signed by another key than the school’s/),
    });
    expect(reasonsOf({ indented: JSON.stringify(file, null, 3) }, `north,North,${key}`)).toEqual({});
  });

  it('are of one term: that of most files, or the one that is asked for', () => {
    const files = {
      a: textOf(contentOf('north')),
      b: textOf(contentOf('south')),
      c: textOf(contentOf('west', { term: 2 })),
    };
    expect(reasonsOf(files)).toEqual({
      c: 'School west: the file is of Term 2, 2025-2026, and not of Term 1, 2025-2026.',
    });
    expect(Object.keys(reasonsOf(files, null, { year: 2025, term: 2 }))).toEqual(['a', 'b']);
  });

  it('are one a school: the latest, and none of two that contradict each other', () => {
    const first = textOf(contentOf('north'));
    expect(reasonsOf({ a: first, b: first })).toEqual({ b: 'School north: the same file as a.' });
    expect(reasonsOf({ a: first, b: textOf(contentOf('north', { number: 2 })) })).toEqual({
      a: 'School north has a later file of the term: b.',
    });
    const other = contentOf('north', { school_figures: null });
    expect(reasonsOf({ a: first, b: textOf(other) })).toEqual({
      a: 'School north has two files of one number: a, b.',
      b: 'School north has two files of one number: a, b.',
    });
    expect(reasonsOf({ a: first, b: textOf(contentOf('north', { number: 2 }), newSecret()) })).toEqual({
      a: 'School north has files of different keys: a, b. Ask the school which is its own.',
      b: 'School north has files of different keys: a, b. Ask the school which is its own.',
    });
  });

  it('are of the schools of a list, which names those that are missing', () => {
    const list = `code,name,key\nnorth,"North, the old one",${key}\nsouth,South`;
    const { merged, refused, missing } = choose({ a: textOf(contentOf('north')), b: textOf(contentOf('east')) }, list);
    expect(merged.map(({ file }) => file)).toEqual(['a']);
    expect(refused).toEqual([{ file: 'b', reason: 'School east (east) is not in the list of schools.' }]);
    expect(missing).toEqual([{ code: 'south', name: 'South', fingerprint: null }]);
    expect(parseSchools(list)[0]?.name).toBe('North, the old one');
    expect(() => parseSchools('north,North,ABCD')).toThrow('Line 1 of the list: ABCD is no key');
    expect(() => parseSchools('code,name\nNorth School')).toThrow('Line 2 of the list');
    expect(() => parseSchools('north,North\nsouth,"South')).toThrow('at line 2');
  });

  it('are 150 at most', () => {
    const files = Object.fromEntries(
      Array.from({ length: 152 }, (_, index) => [`f${index}`, textOf(contentOf(`s${index}`))]),
    );
    const { merged, refused } = choose(files);
    expect([merged.length, refused.length]).toEqual([150, 2]);
  });
});

describe('the merged figures', () => {
  const hidden = contentOf('south', {
    school_figures: null,
    levels: [
      { level: 1, figures: ofLevel(50, 75, 96) },
      { level: 5, figures: null },
    ],
    subjects: [
      {
        title: 'ART',
        figures: null,
        levels: [
          { level: 1, figures: ofSubject(20, null) },
          { level: 5, figures: null },
        ],
      },
    ],
  });

  it('are sums and means of what is shown, by hand', () => {
    const { school, levels, subjects } = mergeFigures([contentOf('north'), hidden]);
    // Form 1: (100 × 60 + 50 × 75) / 150 = 65; attendance (100 × 90 + 50 × 96) / 150 = 92.
    expect(levels).toEqual([
      {
        level: 1,
        group: { students: 150, average: 65, attendance: 92, marksEntered: 90, textsEntered: 80, shown: 2, hidden: 0 },
      },
      {
        level: 5,
        group: { students: 30, average: 62, attendance: null, marksEntered: 90, textsEntered: 80, shown: 1, hidden: 1 },
      },
    ]);
    expect(school).toMatchObject({ students: 130, average: 60.5, shown: 1, hidden: 1 });
    // Art is one subject however it is written; who has no average does not count in it.
    expect(subjects).toMatchObject([
      {
        all: { students: 40, average: 70, shown: 1, hidden: 1 },
        levels: [{ group: { students: 60, average: 70 } }, {}],
      },
    ]);
  });

  it('have nothing of a group that only one school hides: no figure is left when the shown ones are subtracted', () => {
    const { levels, subjects } = mergeFigures([hidden]);
    expect(levels[1]?.group).toEqual({
      students: 0,
      average: null,
      attendance: null,
      marksEntered: null,
      textsEntered: null,
      shown: 0,
      hidden: 1,
    });
    expect(subjects[0]?.all.students).toBe(0);
    const together = mergeFigures([contentOf('north'), hidden]);
    const without = mergeFigures([contentOf('north')]);
    expect(together.levels[1]?.group.students).toBe(without.levels[1]?.group.students);
    expect(together.subjects[0]?.all.students).toBe(without.subjects[0]?.all.students);
  });
});

describe('npm run district', () => {
  it('are said to be none in an empty folder, and a folder that is not there is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'district-'));
    expect(await mergeFolder({ folder })).toEqual({ lines: ['There is no file to merge.'], isWhole: false });
    await expect(mergeFolder({ folder: join(folder, 'none') })).rejects.toThrow(
      `There is no folder ${join(folder, 'none')}.`,
    );
  });

  it('merges a folder into a workbook that opens and a page that loads nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'district-'));
    await writeFile(
      join(folder, 'north.json'),
      textOf(contentOf('north', { school: { code: 'north', name: '<b>North & Co</b>' } })),
    );
    await writeFile(join(folder, 'south.json'), textOf(contentOf('south')));
    await writeFile(join(folder, 'bad.json'), '{}');
    await writeFile(join(folder, 'schools.csv'), `north,North,${key}\nsouth,South\nwest,West`);
    const now = new Date('2026-01-10T12:00:00.000Z');
    const { lines, isWhole } = await mergeFolder({ folder, schools: join(folder, 'schools.csv'), now });
    expect(isWhole).toBe(false);
    expect(lines.slice(0, 4)).toEqual([
      'Term 1, 2025-2026: 2 schools merged.',
      'refused: bad.json: The file has no figures of a school.',
      'missing: West (west)',
      `key not in the list: School south has ${key}`,
    ]);
    const page = await readFile(join(folder, 'District figures Term 1 2025-2026.html'), 'utf8');
    expect(page).toContain('&lt;b&gt;North &amp; Co&lt;/b&gt;');
    expect(page).not.toMatch(/<b>|<script|https?:|url\(|@import|<link|<img/);
    const bytes = await readFile(join(folder, 'District figures Term 1 2025-2026.xlsx'));
    expect((await rowsOf(bytes, 'Schools')).at(-1)).toMatch(
      /^School south \| south \| 130 \| 60.5 \| 91.2 \| 90 \| 80 \| posted \| 2025-12-15 14:00 \| .* \| 1 \| 0$/,
    );
    expect((await rowsOf(bytes, 'District by form')).slice(-3)).toEqual([
      'Form 1 | 200 | 60 | 90 | 90 | 80 | 2 | 0',
      'Form 5 | 60 | 62 |  | 90 | 80 | 2 | 0',
      'All schools | 260 | 60.5 | 91.2 | 90 | 80 | 2 | 0',
    ]);
    expect((await rowsOf(bytes, 'District by subject')).at(-1)).toBe('Art | All forms | 80 | 70 | 90 | 70 | 2 | 0');
    expect((await rowsOf(bytes, 'Schools by form')).at(-1)).toBe('School south | Form 5 | 30 | 62 |  | 90 | 80');
    expect((await rowsOf(bytes, 'Schools by subject')).at(-1)).toBe(
      'School south | Art | All forms | 40 | 70 | 90 | 70',
    );
    expect((await rowsOf(bytes, 'Not merged')).slice(-2)).toEqual([
      'bad.json | The file has no figures of a school.',
      'West (west) | No file of this term.',
    ]);
  });

  it('names the same figures in each table as in its chart', () => {
    const merged = [{ file: 'a', content: contentOf('north'), fingerprint: key }];
    const page = renderDistrictPage({
      merged,
      refused: [],
      missing: [],
      title: 'Term 1, 2025-2026',
      madeAt: new Date('2026-01-10T12:00:00.000Z'),
      figures: mergeFigures([contentOf('north')]),
    });
    const sections = page.split('<section').slice(1);
    expect(sections.length).toBeGreaterThan(6);
    for (const section of sections) {
      const drawn = [...section.matchAll(/class="value"[^>]*>([\d.,]+)</g)].map(([, value]) => value);
      const listed = [...section.matchAll(/<\/th><td>([\d.,]+)<\/td>/g)].map(([, value]) => value);
      expect(drawn).toEqual(listed);
      expect(drawn.length).toBeGreaterThan(0);
    }
  });
});

describe('the page of the format', () => {
  it('has an example that is read, and the schema that files are held to', async () => {
    const page = await readFile('docs/operations/district.md', 'utf8');
    const [, example = ''] = /```json\n(.*?)\n```/s.exec(page) ?? [];
    expect(parseFigures(example, 'example')).toMatchObject({ content: { school: { code: 'northgate' } } });
    const schema = JSON.parse(await readFile('docs/operations/district-figures.schema.json', 'utf8'));
    expect(schema).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(figuresFile, { io: 'output' }))));
  });

  it('is of the version that package.json has', async () => {
    expect(JSON.parse(await readFile('package.json', 'utf8')).version).toBe(productVersion);
  });
});
