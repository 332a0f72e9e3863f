import type { CardLayout, LayoutBlock, LayoutRule } from './card-layout.ts';

const student: LayoutBlock = {
  block: 'student',
  facts: [
    [{ fact: 'studentId' }, { fact: 'class' }, { fact: 'form' }, { fact: 'dateOfBirth' }],
    [{ fact: 'house' }, { fact: 'termBegan' }, { fact: 'termEnded' }, { fact: 'newTermBegins' }],
  ],
};
const figures: LayoutBlock[] = [{ block: 'average' }, { block: 'attendance' }, { block: 'conduct' }];
const subjects: LayoutBlock = {
  block: 'subjects',
  columns: [
    { column: 'course' },
    { column: 'exam' },
    { column: 'total' },
    { column: 'absent' },
    { column: 'late' },
    { column: 'application' },
    { column: 'conduct' },
    { column: 'comment' },
  ],
  teacherBelowTitle: true,
  groups: null,
};
const notes: LayoutBlock[][] = [
  [{ block: 'music' }],
  [{ block: 'activities' }],
  [{ block: 'remarks', of: 'formTeacher' }],
  [{ block: 'remarks', of: 'dean' }],
];
const signatures: LayoutBlock = {
  block: 'signatures',
  of: [{ post: 'formTeacher' }, { post: 'dean' }, { post: 'principal' }, { post: 'guardian' }],
};

/** One A4 page with everything. */
export const standardLayout: CardLayout = {
  name: 'Standard',
  paper: 'A4',
  head: 'beside',
  title: 'Term report',
  grades: 'letters',
  marksInWords: null,
  front: [[student], figures, [subjects], [{ block: 'legend' }], ...notes, [signatures]],
  back: null,
};

/** Marks in front, and behind them what was remarked and who signs. */
export const twoPagesLayout: CardLayout = {
  ...standardLayout,
  name: 'Two pages',
  front: [[student], figures, [subjects], [{ block: 'legend' }]],
  back: [...notes, [{ block: 'reopening' }], [signatures]],
};

/** As primary schools write to parents: one word for each subject and for each grade. */
export const inWordsLayout: CardLayout = {
  name: 'In words',
  paper: 'A4',
  head: 'centred',
  title: 'Report to parents',
  grades: 'words',
  marksInWords: [
    { from: 80, words: 'Excellent' },
    { from: 65, words: 'Very good' },
    { from: 50, words: 'Good' },
    { from: 35, words: 'Fair' },
    { from: 0, words: 'Needs support' },
  ],
  front: [
    [
      {
        block: 'student',
        facts: [[{ fact: 'class' }, { fact: 'dateOfBirth' }, { fact: 'house' }, { fact: 'studentId' }]],
      },
    ],
    [{ block: 'average' }, { block: 'attendance' }],
    [{ block: 'conduct' }],
    [
      {
        block: 'subjects',
        columns: [
          { column: 'total', heading: 'Mark' },
          { column: 'totalInWords', heading: 'In words' },
          { column: 'application', heading: 'Effort' },
          { column: 'conduct', heading: 'Behaviour' },
          { column: 'comment', heading: 'What we noticed' },
        ],
        teacherBelowTitle: true,
        groups: null,
      },
    ],
    [{ block: 'legend' }],
    [{ block: 'music' }],
    [{ block: 'activities' }],
    [{ block: 'remarks', of: 'formTeacher' }],
    [{ block: 'remarks', of: 'dean' }],
    [{ block: 'reopening' }],
    [signatures],
  ],
  back: null,
};

/** The layouts that every school has. */
export const shippedLayouts: readonly CardLayout[] = [standardLayout, twoPagesLayout, inWordsLayout];

/** The layouts of a school: its own come first, so that one of its own may have the name of a shipped one. */
export interface SchoolLayouts {
  own: readonly CardLayout[];
  rules: readonly LayoutRule[];
}

const named = (layouts: readonly CardLayout[], name: string) => layouts.find((layout) => layout.name === name);

/** Names in the rules that no layout has. Pure. */
export const unknownLayouts = ({ own, rules }: SchoolLayouts): string[] =>
  rules.map(({ layout }) => layout).filter((name) => !named([...own, ...shippedLayouts], name));

/** The layout of cards of a form level and term: that of the first rule that matches, else the standard one. Pure. */
export function layoutFor({ own, rules }: SchoolLayouts, { formLevel, term }: { formLevel: number; term: 1 | 2 | 3 }) {
  const rule = rules.find(
    ({ levels, terms }) => (levels as readonly number[]).includes(formLevel) && terms.includes(term),
  );
  return (rule && named([...own, ...shippedLayouts], rule.layout)) ?? standardLayout;
}
