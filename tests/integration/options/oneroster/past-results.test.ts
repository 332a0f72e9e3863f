import { describe, expect, it } from 'vitest';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { LineItemOfFilesEntity } from '#functions/options/oneroster/line-items-of-files.ts';
import { EarlierMarksEntity } from '#functions/options/transcripts/records/earlier-marks.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { countsOf, movesOf } from '../../../support/options/move-in/moves.ts';
import { csvOf, manifestOf, otherProgram, otherProgramsZip } from '../../../support/options/oneroster/zip-of-files.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const headings = {
  categories: ['sourcedId', 'status', 'dateLastModified', 'title', 'weight'],
  lineItems: [
    ...['sourcedId', 'status', 'dateLastModified', 'title', 'description', 'assignDate', 'dueDate', 'classSourcedId'],
    ...['categorySourcedId', 'academicSessionSourcedId', 'resultValueMin', 'resultValueMax', 'schoolSourcedId'],
  ],
  results: [
    ...['sourcedId', 'status', 'dateLastModified', 'lineItemSourcedId', 'studentSourcedId', 'scoreStatus', 'score'],
    ...['scoreDate', 'comment', 'textScore', 'classSourcedId', 'inProgress', 'incomplete', 'late', 'missing'],
  ],
};
const item = (id: string, title: string, of: { category: string; session: string; max: string; place?: string }) => [
  ...[id, '', '', title, '', '2024-09-02', '2024-12-01', of.place ?? 'k-old', of.category, of.session, '0', of.max],
  's-9',
];
let results = 0;
const result = (
  of: string,
  student: string,
  score: string,
  more: { status?: string; text?: string; deleted?: true } = {},
) => {
  results += 1;
  const status = more.deleted ? 'tobedeleted' : '';
  return [
    ...[`x-${results}`, status, '', of, student, more.status ?? 'fully graded', score, '2024-12-01', ''],
    ...[more.text ?? '', 'k-old', '', '', '', ''],
  ];
};

/** The year before: three terms, a quarter in the first, a class of Latin in the first form. */
const sessions = `${otherProgram['academicSessions.csv']}${csvOf(
  ['y-24', '', '', '2024-2025', 'schoolYear', '2024-09-01', '2025-07-05', '', '2025'],
  ['t24-1', '', '', 'Autumn', 'term', '2024-09-01', '2024-12-14', 'y-24', '2025'],
  ['t24-2', '', '', 'Spring', 'term', '2025-01-06', '2025-04-05', 'y-24', '2025'],
  ['t24-3', '', '', 'Summer', 'term', '2025-04-20', '2025-07-05', 'y-24', '2025'],
  ['q24-1', '', '', 'Quarter 1', 'gradingPeriod', '2024-09-01', '2024-10-20', 't24-1', '2025'],
)}`;
const classes = `${otherProgram['classes.csv']}${csvOf(
  ...[['k-old', '', '', 'Latin 1A', '1', 'c-l1', 'L1', 'scheduled', '', 's-9', 't24-1', '', '', '']],
)}`;

function zipWith(items: readonly string[][], rows: readonly string[][]): Promise<Uint8Array> {
  const names = [...Object.keys(otherProgram).map((name) => name.slice(0, -4)), ...Object.keys(headings)];
  return otherProgramsZip({
    'manifest.csv': manifestOf(Object.fromEntries(names.map((name) => [name, 'bulk' as const]))),
    'academicSessions.csv': sessions,
    'classes.csv': classes,
    'categories.csv': csvOf(
      headings.categories,
      ['cat-q', '', '', 'Quizzes', ''],
      ['cat-c', '', '', 'Coursework', ''],
      ['cat-e', '', '', 'End of Term Examination', ''],
      ['cat-t', '', '', 'Term Grade', ''],
    ),
    'lineItems.csv': csvOf(headings.lineItems, ...items),
    'results.csv': csvOf(headings.results, ...rows),
  });
}
const ofTerm1 = { session: 't24-1' };
const items = [
  item('li-1', 'Vocabulary', { category: 'cat-q', session: 'q24-1', max: '20' }),
  item('li-2', 'Project', { category: 'cat-c', ...ofTerm1, max: '40' }),
  item('li-3', 'Paper 1', { category: 'cat-e', ...ofTerm1, max: '100' }),
];
const ours = { 'other school': 'yes', 'absent teachers': 'no', 'absent students': 'no' } as const;
const quizzes: SaidOfFile = { alike: ours, names: { 'part of a mark': { quizzes: 'course' } } };

describe('results of earlier terms in a zip of OneRoster', () => {
  const school = steppedSchoolForTests(handler);
  const { preview, store, undo } = movesOf(school);
  const marksOf = async (studentId: string) =>
    ((await EarlierMarksEntity.query({ studentId }))[0]?.marks ?? []).map(
      ({ year, term, subject, mark, source }) => `${year} ${term} ${subject} ${mark} ${source}`,
    );
  const refusedMarks = async (bytes: Uint8Array, said: SaidOfFile = quizzes) =>
    (await preview(bytes, said, 'roster.zip')).rows
      .filter(({ kind, state }) => kind === 'marks' && state === 'refused')
      .map(({ what, note }) => [what, note]);

  it('are joined to the mark of a report by the marking scheme, once it is said what they are; and taken back', async () => {
    const zip = await zipWith(items, [
      // Course work 45 of 60 is 22.5 of 30, the exam 42 of 70.
      result('li-1', 'u-s1', '15'),
      result('li-2', 'u-s1', '30'),
      result('li-3', 'u-s1', '60'),
      // 20 of 20, the other exempt; absent from the exam: the course work is the whole mark.
      result('li-1', 'u-s2', '20'),
      result('li-2', 'u-s2', '', { status: 'exempt' }),
      result('li-3', 'u-s2', '', { status: 'not submitted' }),
      result('li-3', 'u-s3', '50'),
    ]);
    const asked = await preview(zip, { alike: ours }, 'roster.zip');
    expect(asked.names.filter(({ of }) => of === 'part of a mark')).toEqual([
      { of: 'part of a mark', written: 'Quizzes', key: 'quizzes', rows: 1, means: null },
    ]);
    expect(asked.choices.find(({ of }) => of === 'part of a mark')?.values).toEqual([
      { id: 'course', name: 'Course work' },
      { id: 'exam', name: 'Exam' },
      { id: 'mark', name: 'The whole mark of the term' },
    ]);
    // Nothing of a mark is stored before all of it is known.
    expect(countsOf(asked).marks).toEqual([0, 0, 0, 3]);

    const shown = await preview(zip, quizzes, 'roster.zip');
    expect(countsOf(shown).marks).toEqual([2, 0, 0, 1]);
    expect(
      shown.rows.filter(({ kind }) => kind === 'marks').map(({ what, state, note }) => [what, state, note]),
    ).toEqual([
      [
        'Noor Khan, 00703: Latin, Term 1, 2024-2025',
        'refused',
        'Only course or exam. Please type the total as the mark.',
      ],
      ['Anaïs Baptiste, 00701: Latin, Term 1, 2024-2025', 'new', '64.5.'],
      ['Kim Lee, 00702: Latin, Term 1, 2024-2025', 'new', '100.'],
    ]);
    const run = await store(zip, quizzes, 'roster.zip');
    expect(run).toMatchObject({ state: 'finished', left: [] });
    expect(await marksOf('00701')).toEqual(['2024 1 Latin 64.5 roster']);
    expect(await marksOf('00702')).toEqual(['2024 1 Latin 100 roster']);
    // What was said is remembered.
    const again = await preview(zip, { alike: ours }, 'again.zip');
    expect(countsOf(again).marks).toEqual([0, 0, 2, 1]);

    expect(await undo(run.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await marksOf('00701')).toEqual([]);
  });

  it('may be a whole mark or a grade; what is left out is left out', async () => {
    const whole = { category: 'cat-t', session: 't24-2', max: '50' };
    const zip = await zipWith(
      [item('li-1', 'Vocabulary', { category: 'cat-q', ...ofTerm1, max: '20' }), item('li-9', 'Report', whole)],
      [
        result('li-9', 'u-s1', '33.25'),
        result('li-9', 'u-s2', '', { text: 'B+' }),
        result('li-1', 'u-s2', '12'),
        result('li-9', 'u-s3', '', { status: 'submitted' }),
      ],
    );
    const said: SaidOfFile = { alike: ours, names: { 'part of a mark': { quizzes: '' } } };
    const shown = await preview(zip, said, 'roster.zip');
    expect(shown.notes).toContain('1 result is left out, as you said.');
    expect(shown.notes).toContain('1 result has no mark yet, and was left out.');
    await store(zip, said, 'roster.zip');
    expect([await marksOf('00701'), await marksOf('00702'), await marksOf('00703')]).toEqual([
      ['2024 2 Latin 66.5 roster'],
      ['2024 2 Latin B+ roster'],
      [],
    ]);
  });

  it('of line items that an earlier file brought come with changes that have nothing but results', async () => {
    const whole = item('li-9', 'Report', { category: 'cat-t', session: 't24-2', max: '50' });
    const first = await store(
      await zipWith([...items, whole], [result('li-9', 'u-s1', '33'), result('li-3', 'u-s2', '70')]),
      quizzes,
      'roster.zip',
    );
    expect(await marksOf('00701')).toEqual(['2024 2 Latin 66 roster']);
    const only = Object.fromEntries(Object.keys(otherProgram).map((name) => [name, null]));
    const changes = await otherProgramsZip({
      ...only,
      'manifest.csv': manifestOf({ results: 'delta' }),
      'results.csv': csvOf(
        headings.results,
        result('li-9', 'u-s1', '35'),
        // A whole mark of its two parts: 30 of 40, 50 of 100.
        result('li-2', 'u-s3', '30'),
        result('li-3', 'u-s3', '50'),
        result('li-4', 'u-s3', '50'),
      ),
    });
    const shown = await preview(changes, quizzes, 'changes.zip');
    expect(shown.rows.map(({ what, state, note }) => [what, state, note])).toEqual([
      [
        '00703, li-4 (results.csv, row 5)',
        'refused',
        'lineItemSourcedId: neither lineItems.csv nor the school has “li-4”.',
      ],
      ['Anaïs Baptiste, 00701: Latin, Term 2, 2024-2025', 'changed', '66 to 70.'],
      ['Noor Khan, 00703: Latin, Term 1, 2024-2025', 'new', '57.5.'],
    ]);
    const second = await store(changes, quizzes, 'changes.zip');
    expect([await marksOf('00701'), await marksOf('00703')]).toEqual([
      ['2024 2 Latin 70 changes'],
      ['2024 1 Latin 57.5 changes'],
    ]);
    expect(await undo(second.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await marksOf('00701')).toEqual(['2024 2 Latin 66 roster']);
    expect(await LineItemOfFilesEntity.query({})).toHaveLength(4);
    // With the file its line items are forgotten.
    expect(await undo(first.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await LineItemOfFilesEntity.query({})).toEqual([]);
  });

  it('of a term that is not over, or of which the school has the marks itself, are left to it', async () => {
    const now = item('li-7', 'Exam', { category: 'cat-e', session: 't-1', max: '70', place: 'k-l' });
    const zip = await zipWith([...items, now], [result('li-7', 'u-s1', '12'), result('li-7', 'u-s2', '13')]);
    const shown = await preview(zip, quizzes, 'roster.zip');
    expect(shown.notes).toContain(
      '2 results of a term that is not over (Term 1, 2025-2026) were left out: its marks are typed by the teachers.',
    );
    expect(countsOf(shown).marks).toBeUndefined();
  });

  it.each([
    [
      'no such line item',
      [],
      [result('li-0', 'u-s1', '1')],
      'lineItemSourcedId: neither lineItems.csv nor the school has “li-0”.',
    ],
    [
      'a person whom nobody has',
      items,
      [result('li-2', 'u-77', '1')],
      'studentSourcedId: neither users.csv nor the school has “u-77”.',
    ],
    [
      'more than its maximum',
      items,
      [result('li-2', 'u-s1', '41')],
      '41 is more than 40, which the line item is out of.',
    ],
    ['a score that is none', items, [result('li-2', 'u-s1', '-3')], '“-3” is no score: a number from 0 on.'],
    [
      'no maximum',
      [item('li-2', 'Project', { category: 'cat-c', ...ofTerm1, max: '' })],
      [result('li-2', 'u-s1', '3')],
      'The line item does not say what its scores are out of.',
    ],
    [
      'a whole year',
      [item('li-2', 'Project', { category: 'cat-c', session: 'y-24', max: '40' })],
      [result('li-2', 'u-s1', '3')],
      'The result is of a whole year, and reports are of terms.',
    ],
    [
      'no term',
      [item('li-2', 'Project', { category: 'cat-c', session: 't-77', max: '40' })],
      [result('li-2', 'u-s1', '3')],
      '“t-77” is none of the terms of its year.',
    ],
    [
      'a class that nobody has',
      [item('li-2', 'Project', { category: 'cat-c', ...ofTerm1, max: '40', place: 'k-77' })],
      [result('li-2', 'u-s1', '3')],
      'classSourcedId: neither classes.csv nor the school has “k-77”.',
    ],
    [
      'a letter for a part of a mark',
      items,
      [result('li-2', 'u-s1', '', { text: 'B' })],
      '“B” is no score, and the mark is made of course work and exam.',
    ],
    [
      'two whole marks',
      [
        item('li-8', 'Mark', { category: 'cat-t', ...ofTerm1, max: '50' }),
        item('li-9', 'Mark', { category: 'cat-t', ...ofTerm1, max: '50' }),
      ],
      [result('li-8', 'u-s1', '20'), result('li-9', 'u-s1', '21')],
      'The file has several marks of this subject and term.',
    ],
  ] as const)('are refused with the reason: %s', async (_, some, rows, note) => {
    const zip = await zipWith(some as string[][], rows as unknown as string[][]);
    expect((await refusedMarks(zip)).map(([, why]) => why)).toEqual([note]);
  });

  it('that are marked as deleted, or are of a parent, take nothing away', async () => {
    const zip = await zipWith(items, [result('li-2', 'u-p1', '3'), result('li-2', 'u-s1', '3', { deleted: true })]);
    const { notes } = await preview(zip, quizzes, 'roster.zip');
    expect(notes).toContain('1 result of another school, or of people who are no students here, was left out.');
    expect(notes).toContain('1 result is marked as deleted. Marks are not taken away by a file.');
  });
});
