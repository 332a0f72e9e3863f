import { describe, expect, it } from 'vitest';
import {
  judgeEarlierRows,
  type KnownToEarlierMarks,
} from '#functions/options/transcripts/earlier/judge-earlier-rows.ts';
import type { WrittenRow } from '#functions/options/transcripts/earlier/read-earlier-file.ts';
import { isEarlierMark, mergeEarlierMarks } from '#shared/options/transcripts/earlier-marks.ts';
import { parseAcademicYear, parseTerm } from '#shared/school/parse-period.ts';
import { createIdFinder } from '#shared/students/id-finder.ts';

const terms = [
  { id: 1, title: 'Christmas' },
  { id: 2, title: 'Easter' },
  { id: 3, title: 'Trinity' },
];

describe('a sheet of earlier marks', () => {
  it.each([
    ['2019', 2019],
    ['2019-2020', 2019],
    ['2019/20', 2019],
    ['20192020', 2019],
    [' 2019 – 2020 ', 2019],
    ['2019-2021', undefined],
    ['2019/21', undefined],
    ['19', undefined],
    ['1949', undefined],
    ['next year', undefined],
  ])('reads the year %s as %s', (text, year) => expect(parseAcademicYear(text)).toBe(year));

  it.each([
    ['1', 1],
    ['Term 3', 3],
    ['term2', 2],
    ['easter', 2],
    ['4', undefined],
    ['', undefined],
  ])('reads the term %s as %s', (text, term) => expect(parseTerm(text, terms)).toBe(term));

  it.each([
    ['67', true],
    ['67.5', true],
    ['100', true],
    ['0', true],
    ['B+', true],
    ['Pass', true],
    ['100.1', false],
    ['101', false],
    ['67.55', false],
    ['-3', false],
    ['=1+1', false],
    ['', false],
    ['A very good mark', false],
  ])('takes the mark %s: %s', (text, is) => expect(isEarlierMark(text)).toBe(is));
});

const known = (more: Partial<KnownToEarlierMarks> = {}): KnownToEarlierMarks => ({
  findId: createIdFinder(['00123', '01500', '001500', 'S41']),
  names: new Map([
    ['00123', 'Ali, Anika'],
    ['01500', 'Bharath, Dev'],
    ['001500', 'Charles, Ria'],
    ['S41', 'Mohammed, Zia'],
  ]),
  subjects: new Set(['mathematics', 'english language']),
  terms,
  stored: new Map(),
  posted: new Map(),
  ...more,
});

const row = (number: number, change: Partial<WrittenRow['cells']> = {}, problem?: string): WrittenRow => ({
  row: number,
  cells: {
    student_id: 'S41',
    year: '2019-2020',
    term: '1',
    subject: 'Mathematics',
    mark: '67.5',
    source: 'Report book 2019',
    ...change,
  },
  problem,
});

const statesOf = (rows: readonly WrittenRow[], more?: Partial<KnownToEarlierMarks>) =>
  judgeEarlierRows(rows, known(more)).map(({ row: of, state, note }) => `${of} ${state}: ${note}`);

describe('rows of earlier marks', () => {
  it('are new where all of a row is known', () => {
    expect(judgeEarlierRows([row(2)], known())).toEqual([
      {
        row: 2,
        student_id: 'S41',
        name: 'Mohammed, Zia',
        year: 2019,
        term: 1,
        subject: 'Mathematics',
        mark: '67.5',
        source: 'Report book 2019',
        state: 'new',
        note: null,
      },
    ]);
  });

  it('ask about an id that has lost its zeros, and refuse one that may be of two students', () => {
    expect(
      statesOf([row(2, { student_id: '123' }), row(3, { student_id: '1500' }), row(4, { student_id: '9' })]),
    ).toEqual([
      '2 ask: Is 123 the student 00123, Ali, Anika?',
      '3 refused: This may be 01500 or 001500: please write the ID with its zeros.',
      '4 refused: No student has this ID.',
    ]);
    expect(judgeEarlierRows([row(2, { student_id: '123' })], known())[0]?.student_id).toBe('00123');
  });

  it('ask about a subject that the school does not have', () => {
    expect(statesOf([row(2, { subject: 'Needlework' }), row(3, { subject: 'MATHEMATICS' })])).toEqual([
      '2 ask: Needlework is no subject of the school. Print it as it is written?',
      '3 new: null',
    ]);
  });

  it('refuse the second of two rows of one mark, and both where they differ', () => {
    expect(
      statesOf([row(2), row(3, { subject: ' mathematics' }), row(4, { term: '2' }), row(5, { term: '2', mark: '70' })]),
    ).toEqual([
      '2 new: null',
      '3 refused: Row 2 has the same mark.',
      '4 refused: Row 5 has another mark of this subject and term.',
      '5 refused: Row 4 has another mark of this subject and term.',
    ]);
  });

  it('refuse a term that was posted here, of that student alone', () => {
    const posted = new Map([['S41', new Set(['2019 1'])]]);
    expect(statesOf([row(2), row(3, { term: '2' }), row(4, { student_id: '00123' })], { posted })).toEqual([
      '2 refused: Term 1, 2019-2020 was posted here. Its report counts, and no other mark is taken.',
      '3 new: null',
      '4 new: null',
    ]);
  });

  it('know what is stored, and ask before it is replaced', () => {
    const mark = { year: 2019, term: 1 as const, subject: 'Mathematics', mark: '67.5', source: 'Report book 2019' };
    expect(statesOf([row(2)], { stored: new Map([['S41', [mark]]]) })).toEqual(['2 same: Stored already.']);
    expect(statesOf([row(2)], { stored: new Map([['S41', [{ ...mark, mark: '60' }]]]) })).toEqual([
      '2 ask: 60 is stored (Report book 2019). Replace it?',
    ]);
  });

  it.each([
    [{ year: '2019-2021' }, 'Not an academic year, such as 2019-2020.'],
    [{ term: '4' }, 'Not a term: 1, 2 or 3.'],
    [{ subject: '' }, 'The subject is missing.'],
    [{ subject: 'x'.repeat(81) }, 'At most 80 letters.'],
    [{ mark: '167' }, 'Not a mark: a number from 0 to 100 with one decimal at most, or a grade such as B+.'],
    [{ source: '' }, 'Please say where the mark is from, such as Report book 2019.'],
  ])('are refused for %o', (cells, note) => expect(statesOf([row(2, cells)])).toEqual([`2 refused: ${note}`]));

  it('are refused for a cell that cannot be read', () => {
    expect(statesOf([row(2, {}, 'Merged cells: it is not clear whose this is.')])).toEqual([
      '2 refused: Merged cells: it is not clear whose this is.',
    ]);
  });
});

describe('earlier marks of a student', () => {
  it('are in order, and a later one replaces that of the same subject, however it is written', () => {
    const mark = (year: number, term: 1 | 2 | 3, subject: string, of: string) => ({
      year,
      term,
      subject,
      mark: of,
      source: 'Book',
    });
    expect(
      mergeEarlierMarks(
        [mark(2020, 1, 'Art', '50'), mark(2019, 3, 'Biology', '60')],
        [mark(2020, 1, ' ART ', '55'), mark(2019, 1, 'Chemistry', '70')],
      ),
    ).toEqual([mark(2019, 1, 'Chemistry', '70'), mark(2019, 3, 'Biology', '60'), mark(2020, 1, ' ART ', '55')]);
  });
});
