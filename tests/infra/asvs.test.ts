import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/security/asvs.md', root), 'utf8');

/**
 * The requirements of ASVS 5.0.0 by level: section and the last numbers in it. Copied by hand from the standard, which
 * has 70 of level 1 and 183 of level 2.
 */
const requirements = {
  1: `1.2 1-5, 1.3 1-2, 1.5 1, 2.1 1, 2.2 1-2, 2.3 1, 3.2 1-2, 3.3 1, 3.4 1-2, 3.5 1-3, 4.1 1, 4.4 1, 5.2 1-2, 5.3 1-2,
    6.1 1, 6.2 1-8, 6.3 1-2, 6.4 1-2, 7.2 1-4, 7.4 1-2, 8.1 1, 8.2 1-2, 8.3 1, 9.1 1-3, 9.2 1, 10.4 1-5, 11.3 1-2, 11.4 1,
    12.1 1, 12.2 1-2, 13.4 1, 14.2 1, 14.3 1, 15.1 1, 15.2 1, 15.3 1`,
  2: `1.1 1-2, 1.2 6-9, 1.3 3-11, 1.4 1-3, 1.5 2, 2.1 2-3, 2.2 3, 2.3 2-4, 2.4 1, 3.3 2-4, 3.4 3-6, 3.5 4-5, 3.7 1-2,
    4.1 2-3, 4.2 1, 4.3 1-2, 4.4 2-4, 5.1 1, 5.2 3, 5.4 1-3, 6.1 2-3, 6.2 9-12, 6.3 3-4, 6.4 3-4, 6.5 1-5, 6.6 1-3, 6.8 1-4,
    7.1 1-3, 7.3 1-2, 7.4 3-5, 7.5 1-2, 7.6 1-2, 8.1 2, 8.2 3, 8.4 1, 9.2 2-4, 10.1 1-2, 10.2 1-2, 10.3 1-4, 10.4 6-11,
    10.5 1-5, 10.6 1-2, 10.7 1-3, 11.1 1-2, 11.2 1-3, 11.3 3, 11.4 2-4, 11.5 1, 11.6 1, 12.1 2-3, 12.3 1-4, 13.1 1, 13.2 1-5,
    13.3 1-2, 13.4 2-5, 14.1 1-2, 14.2 2-4, 14.3 2-3, 15.1 2-3, 15.2 2-3, 15.3 2-7, 16.1 1, 16.2 1-5, 16.3 1-4, 16.4 1-3,
    16.5 1-3, 17.1 1, 17.2 1-4, 17.3 1-2`,
} as const;

const numbersOf = (text: string): string[] =>
  text.split(',').flatMap((part) => {
    const [section = '', span = ''] = part.trim().split(' ');
    const [first = 0, last = first] = span.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
  });

/** The rows of tables that begin so. */
const rowsThat = (begin: RegExp, text = page): string[][] =>
  text
    .split('\n')
    .filter((line) => begin.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const chapterOf = (title: string): string => page.split(/^## /m).find((chapter) => chapter.startsWith(title)) ?? '';

const judged = [1, 2].flatMap((level) =>
  rowsThat(/^\| \d+\.\d+\.\d+ \|/, chapterOf(`Level ${level}\n`)).map(([number = '', what = '', control = '']) => ({
    number,
    level,
    what,
    result: control.startsWith('**fail**') ? 'fail' : 'pass',
    remark: '',
    files: [...control.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  })),
);
const ofLevelOne = numbersOf(requirements[1]);
const notApplicable = rowsThat(/^\| \d+\.\d+ \d/).flatMap(([numbers = '', remark = '']) =>
  numbersOf(numbers).map((number) => {
    const level = ofLevelOne.includes(number) ? 1 : 2;
    return { number, level, what: '', result: 'n/a', remark, files: [] };
  }),
);
const rows = [...judged, ...notApplicable].sort((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }));
const results = ['pass', 'fail', 'n/a'];

describe('the page of ASVS 5.0', () => {
  it.each([
    [1, 70],
    [2, 183],
  ] as const)('has each requirement of level %i once, all %i of them', (level, count) => {
    const expected = numbersOf(requirements[level]);
    expect(expected).toHaveLength(count);
    expect(rows.filter((row) => row.level === level).map(({ number }) => number)).toEqual(expected);
  });

  it('names files that are there, and for each that passes at least one', () => {
    for (const { number, result, files } of rows) {
      if (result === 'pass') expect(files, number).not.toEqual([]);
      for (const file of files) expect(existsSync(new URL(file, root)), `${number}: ${file}`).toBe(true);
    }
  });

  it('says why where something does not apply', () => {
    for (const { number, remark } of notApplicable) expect(remark.length, number).toBeGreaterThan(8);
  });

  it('counts what it has', () => {
    const counted = [1, 2].map((level) => {
      const ofLevel = rows.filter((row) => row.level === level);
      return [level, ofLevel.length, ...results.map((result) => ofLevel.filter((row) => row.result === result).length)];
    });
    expect(rowsThat(/^\| [12] \|/).map((cells) => cells.map(Number))).toEqual(counted);
  });

  it('is counted the same in the picture around it, which says why something fails', () => {
    const picture = readFileSync(new URL('docs/security.md', root), 'utf8');
    for (const level of [1, 2]) {
      const applicable = rows.filter((row) => row.level === level && row.result !== 'n/a');
      const passed = applicable.filter(({ result }) => result === 'pass').length;
      expect(picture).toContain(`Level ${level}: ${passed} of ${applicable.length} applicable requirements pass`);
    }
    const reasons = [...picture.matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\* \(level (\d)\) (.+)/gm)];
    const failed = rows.filter(({ result }) => result === 'fail');
    expect(reasons.map(([, number, level]) => [number, Number(level)])).toEqual(
      failed.map(({ number, level }) => [number, level]),
    );
    for (const [, number, , reason = ''] of reasons) expect(reason.length, number).toBeGreaterThan(40);
  });
});
