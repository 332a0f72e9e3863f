import { describe, expect, it } from 'vitest';
import { contentWidth } from '#functions/platform/pdf/layout/flow.ts';
import { cardSheets } from '#functions/term-reports/report-cards/print/styles.ts';
import type { CardLayout, LayoutBlock } from '#shared/term-reports/layouts/card-layout.ts';
import { cardLayoutSchema } from '#shared/term-reports/layouts/card-layout-schema.ts';
import { pageWidths } from '#shared/term-reports/layouts/column-widths.ts';
import {
  inWordsLayout,
  layoutFor,
  shippedLayouts,
  standardLayout,
  twoPagesLayout,
} from '#shared/term-reports/layouts/shipped-layouts.ts';

/** Where a layout is refused, as `place: message`. */
const faultsOf = (layout: unknown): string[] =>
  cardLayoutSchema()
    .safeParse(layout)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const subjects = (change: object): LayoutBlock => ({
  block: 'subjects',
  columns: [{ column: 'total' }, { column: 'comment' }],
  teacherBelowTitle: true,
  groups: null,
  ...change,
});
const student: LayoutBlock = { block: 'student', facts: [] };
const signatures: LayoutBlock = { block: 'signatures', of: [{ post: 'principal' }] };
/** The smallest layout, with these rows between student and signatures. */
const withRows = (...rows: unknown[][]) => ({ ...standardLayout, front: [[student], ...rows, [signatures]] });
const withSubjects = (change: object) => withRows([subjects(change)]);

describe('a layout', () => {
  it.each(shippedLayouts.map((layout) => [layout.name, layout]))('is in order where it ships: %s', (_name, layout) => {
    expect(faultsOf(layout)).toEqual([]);
  });

  it('may be small', () => {
    expect(faultsOf(withSubjects({}))).toEqual([]);
  });

  it('is refused with what it does not know', () => {
    expect(faultsOf({ ...standardLayout, colour: 'red' })).toHaveLength(1);
    expect(faultsOf(withSubjects({ columns: [{ column: 'mark' }] }))[0]).toMatch(/^front\.1\.0\.columns\.0\.column: /);
    expect(faultsOf({ ...standardLayout, paper: 'A3' })[0]).toMatch(/^paper: /);
    expect(faultsOf(withRows([{ block: 'crest' }]))[0]).toMatch(/^front\.1\.0\.block: /);
    expect(faultsOf({ ...standardLayout, title: 'x'.repeat(31) })[0]).toMatch(/^title: /);
  });

  it('is refused with something twice, on either page', () => {
    const twice = { ...twoPagesLayout, back: [[{ block: 'legend' }], ...(twoPagesLayout.back ?? [])] };
    expect(faultsOf(twice)).toEqual(['back.0.0: The layout has the legend twice.']);
    const dean = { block: 'remarks', of: 'dean' };
    expect(faultsOf(withRows([subjects({})], [dean], [{ block: 'remarks', of: 'formTeacher' }], [dean]))).toEqual([
      'front.4.0: The layout has the dean’s remarks twice.',
    ]);
  });

  it('is refused without student, subjects or signatures', () => {
    expect(faultsOf({ ...standardLayout, front: [[{ block: 'legend' }]] })).toEqual([
      'front: The layout lacks the student.',
      'front: The layout lacks the subject table.',
      'front: The layout lacks the signatures.',
    ]);
  });

  it('is refused with a signature of somebody who signs for some classes alone', () => {
    const of = [
      { post: 'dean', picture: 'a'.repeat(64) },
      { post: 'principal', picture: 'b'.repeat(64) },
    ];
    expect(
      faultsOf({ ...withSubjects({}), front: [[student], [subjects({})], [{ block: 'signatures', of }]] }),
    ).toEqual([
      'front.2.0.of.0.picture: Only the principal’s signature can be a picture: others sign for their own classes.',
    ]);
  });

  it('is refused where widths do not make a row', () => {
    const row = (...widths: (number | undefined)[]) =>
      withRows(
        [subjects({})],
        widths.map((width, i) => ({
          block: i === 0 ? 'activities' : 'legend',
          ...(width === undefined ? {} : { width }),
        })),
      );
    expect(faultsOf(row(60, 40))).toEqual([]);
    expect(faultsOf(row(undefined, undefined))).toEqual([]);
    expect(faultsOf(row(60, 30))).toEqual(['front.2: The widths of the row make 90 %, not 100 %.']);
    expect(faultsOf(row(60, undefined))).toEqual(['front.2: Give a width to every block of the row, or to none.']);
    expect(faultsOf(row(60))).toEqual(['front.2: A block alone in its row takes the whole width.']);
    expect(
      faultsOf(
        withRows(
          [subjects({})],
          [
            { block: 'average', width: 50 },
            { block: 'conduct', width: 50 },
          ],
        ),
      ),
    ).toEqual(['front.2: Average, attendance and conduct beside each other share the width by themselves.']);
    expect(faultsOf(withRows([subjects({}), { block: 'legend' }]))).toEqual([
      'front.1: Nothing can be beside the subject table: it takes the whole width.',
    ]);
  });

  it('is refused with anything but words below the signatures', () => {
    const words = { block: 'words', text: 'Kept at the school.' };
    expect(faultsOf({ ...withSubjects({}), front: [...withSubjects({}).front, [words], [words]] })).toEqual([]);
    expect(faultsOf({ ...withSubjects({}), front: [...withSubjects({}).front, [{ block: 'legend' }]] })).toEqual([
      'front.3: The signatures are at the foot of a page: only words of the school may be below them.',
    ]);
  });

  it('is refused where the table hides the marks, or says half of them', () => {
    const columns = (...names: string[]) => withSubjects({ columns: names.map((column) => ({ column })) });
    expect(faultsOf(columns('comment'))).toEqual(['front.1.0.columns: The subject table shows no mark.']);
    expect(faultsOf(columns('exam', 'comment'))).toEqual([
      'front.1.0.columns: With course or exam alone, the part looks like the whole mark: add the other, or the total.',
    ]);
    expect(faultsOf(columns('course', 'exam'))).toEqual([]);
    expect(faultsOf(columns('exam', 'total'))).toEqual([]);
    expect(faultsOf(columns('total', 'total'))).toEqual(['front.1.0.columns.1: The layout has total twice.']);
  });

  it('is refused where its columns do not fit on the paper', () => {
    const columns = inWordsLayout.front.flat().flatMap((block) => (block.block === 'subjects' ? block.columns : []));
    const wide = (heading: string) => ({
      ...inWordsLayout,
      front: inWordsLayout.front.map((row) =>
        row.map((block) =>
          block.block === 'subjects'
            ? { ...block, teacherBelowTitle: false, columns: [...columns, { column: 'teacher', heading }] }
            : block,
        ),
      ),
    });
    // 122 + 36 + 62 + 62 + 62 + 100 and the teacher: 90, or 30 letters of 5.2 and 6 of padding.
    expect(faultsOf(wide('Teacher'))).toEqual([
      'front.3.0.columns: The columns do not fit beside each other: 19 points are missing. Take a column out, or shorten a heading.',
    ]);
    expect(faultsOf({ ...wide('Teacher'), paper: 'Letter' })[0]).toContain('2 points are missing');
    expect(faultsOf(wide('T'.repeat(30)))[0]).toContain('91 points are missing');
  });

  it('is refused where its words for marks leave a mark without one', () => {
    const words = (...from: number[]) => ({
      ...inWordsLayout,
      marksInWords: from.map((one) => ({ from: one, words: `From ${one}` })),
    });
    expect(faultsOf(words(50, 0))).toEqual([]);
    expect(faultsOf(words(50, 20))).toEqual(['marksInWords.1.from: The last of the words for marks must be from 0.']);
    expect(faultsOf(words(50, 70, 0))).toEqual([
      'marksInWords.1.from: The words for marks go from the highest to the lowest.',
    ]);
    expect(faultsOf(words(50, 50, 0))).toEqual([
      'marksInWords.1.from: The words for marks go from the highest to the lowest.',
    ]);
    expect(faultsOf({ ...inWordsLayout, marksInWords: null })).toEqual([
      'front.3.0.columns: The subject table has a column of marks in words, and the layout has no words for marks.',
    ]);
    expect(faultsOf({ ...standardLayout, marksInWords: inWordsLayout.marksInWords })).toEqual([
      'marksInWords: The layout has words for marks, and the subject table has no column of marks in words.',
    ]);
  });

  it('is refused with a subject in two groups, and with the teacher twice', () => {
    const groups = [
      { heading: 'Languages', subjects: ['SPAN', 'FREN'] },
      { heading: null, subjects: ['FREN'] },
    ];
    expect(faultsOf(withSubjects({ groups }))).toEqual(['front.1.0.groups.1.subjects.0: The layout has FREN twice.']);
    expect(faultsOf(withSubjects({ columns: [{ column: 'total' }, { column: 'teacher' }] }))).toEqual([
      'front.1.0.teacherBelowTitle: The teacher has a column and is below the title too.',
    ]);
  });

  it('measures its columns by the paper that is printed on', () => {
    for (const paper of ['A4', 'Letter'] as const)
      expect(contentWidth(cardSheets[paper])).toBeCloseTo(pageWidths[paper]);
  });
});

describe('the layout of a card', () => {
  const own: CardLayout = { ...standardLayout, name: 'Sixth form' };
  const all: (1 | 2 | 3)[] = [1, 2, 3];

  it('is the standard one where no rule says otherwise', () => {
    expect(layoutFor({ own: [], rules: [] }, { formLevel: 1, term: 1 })).toBe(standardLayout);
    const rules = [{ levels: [6, 7], terms: all, layout: 'Two pages' }];
    expect(layoutFor({ own: [], rules }, { formLevel: 5, term: 1 })).toBe(standardLayout);
  });

  it('is that of the first rule for its form level and term', () => {
    const rules = [
      { levels: [6, 7], terms: [3 as const], layout: 'Sixth form' },
      { levels: [6, 7], terms: all, layout: 'Two pages' },
      { levels: [1], terms: all, layout: 'In words' },
    ];
    const of = (formLevel: number, term: 1 | 2 | 3) => layoutFor({ own: [own], rules }, { formLevel, term }).name;
    expect([of(6, 3), of(6, 2), of(7, 3), of(1, 3), of(2, 3)]).toEqual([
      'Sixth form',
      'Two pages',
      'Sixth form',
      'In words',
      'Standard',
    ]);
  });

  it('may be one of the school’s own under the name of a shipped one', () => {
    const renamed = { ...own, name: 'Two pages' };
    const rules = [{ levels: [1], terms: all, layout: 'Two pages' }];
    expect(layoutFor({ own: [renamed], rules }, { formLevel: 1, term: 1 })).toBe(renamed);
  });
});
