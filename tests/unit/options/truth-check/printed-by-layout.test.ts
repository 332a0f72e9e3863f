import { describe, expect, it } from 'vitest';
import { findDifferentFigures } from '#functions/options/truth-check/certain/compare-figures.ts';
import { findDifferentPrint } from '#functions/options/truth-check/certain/compare-print.ts';
import { readPrintedFigures } from '#functions/options/truth-check/certain/read-printed-figures.ts';
import { computeSubjectOfClass, wordsAgain } from '#functions/options/truth-check/certain/second-computation.ts';
import { buildReportCard } from '#functions/term-reports/report-cards/build-report-card.ts';
import { withClassFigures } from '#functions/term-reports/report-cards/class-figures.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import type { BlockOf, CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { inWordsLayout, shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { makeSampleReportCard, sampleSchool } from '../../../support/files/sample-report-cards.ts';
import {
  demoSchool,
  makeCardFacts,
  makeSubjectRecord,
  makeTermReport,
} from '../../term-reports/report-cards/term-facts.ts';

const readBack = async (card: ReportCard, layout: CardLayout) => {
  const printedAt = new Date(0);
  const posted = { school: sampleSchool, postedAt: printedAt, proof: null };
  const [page] = await readPrintedFigures(
    await renderReportCards({ school: sampleSchool, cards: [{ card, layout, posted }], printedAt }),
  );
  if (!page) throw new Error('the card has no page');
  return page;
};

const withTable = (change: Partial<BlockOf<'subjects'>>, of = standardLayout): CardLayout => ({
  ...of,
  front: of.front.map((row) => row.map((block) => (block.block === 'subjects' ? { ...block, ...change } : block))),
});

const sample = makeSampleReportCard(1);
const card: ReportCard = {
  ...sample,
  subjects: sample.subjects.map((subject, index) => ({
    ...subject,
    ofClass: { average: '61.2', highest: '93.5', place: index + 1 },
  })),
  music: { grade: 'A', application: 'B', conduct: 'C', timesAbsent: 2, timesLate: null, comment: 'Plays the pan.' },
};
const [first, second] = card.subjects;
if (!first || !second) throw new Error('the sample has no subjects');

const idOf = ({ id = '' }: ReportCard['subjects'][number]) => id;

const layouts: [string, CardLayout][] = [
  ...shippedLayouts.map((layout): [string, CardLayout] => [layout.name, layout]),
  [
    'renamed heads, in another order',
    withTable({
      teacherBelowTitle: false,
      columns: [
        { column: 'conduct', heading: 'Behaviour' },
        { column: 'total', heading: 'Mark' },
        { column: 'teacher', heading: 'Taught by' },
        { column: 'exam', heading: 'Paper' },
        { column: 'course' },
      ],
    }),
  ],
  [
    'groups',
    withTable({
      groups: [
        { heading: 'Languages', subjects: ['SPAN', 'FREN', 'NONE'] },
        { heading: null, subjects: [idOf(second)] },
        { heading: 'Nobody takes these', subjects: ['LATI'] },
      ],
    }),
  ],
  ['hidden columns', withTable({ columns: [{ column: 'total' }], teacherBelowTitle: false })],
  [
    'figures of the class',
    withTable({
      columns: [{ column: 'total' }, { column: 'classAverage' }, { column: 'highest' }, { column: 'place' }],
    }),
  ],
];

describe('a page is read by the layout of its card', () => {
  it.each(layouts)('and is right: %s', async (_name, layout) => {
    expect(findDifferentPrint({ card, layout }, await readBack(card, layout))).toEqual([]);
  });

  it.each(layouts)('and differs by another layout: %s', async (_name, layout) => {
    const page = await readBack(card, layout);
    for (const [, other] of layouts) {
      // The second page of the card of two pages says nothing else.
      if (other === layout || [other, layout].every(({ name }) => /Standard|Two pages/.test(name))) continue;
      expect(findDifferentPrint({ card, layout: other }, page), other.name).not.toEqual([]);
    }
  });

  const own: ReportCard = {
    ...card,
    student: { ...card.student, name: 'Baptiste, Ana', dateOfBirth: '2012-03-21' },
    subjects: [{ ...first, total: '79.9', application: 'B' }],
    music: card.music && { ...card.music, comment: null },
    remarks: { formTeacher: null, dean: 'Be kind.' },
  };
  const withFirst = (change: Partial<ReportCard['subjects'][number]>) => ({
    subjects: own.subjects.map((one) => ({ ...one, ...change })),
  });
  it.each<[string, CardLayout, Partial<ReportCard>, string[]]>([
    [
      'words of a mark',
      inWordsLayout,
      withFirst({ total: '80.0' }),
      [
        `Mark of ${first.title}: the card has 79.9, its page shows 80.0.`,
        `In words of ${first.title}: the card has Very good, its page shows Excellent.`,
      ],
    ],
    [
      'words of a grade',
      inWordsLayout,
      { conduct: { ...own.conduct, authority: 'D' } },
      ['Authority of the report: the card has Excellent, its page shows Needs improvement.'],
    ],
    [
      'a renamed head',
      inWordsLayout,
      withFirst({ application: 'E' }),
      [`Effort of ${first.title}: the card has Good, its page shows Urgent Intervention Needed.`],
    ],
    [
      'possible attendance',
      standardLayout,
      { attendance: { ...own.attendance, possible: 11 } },
      ['Possible attendance of the report: the card has 110, its page shows 11.'],
    ],
    [
      'music',
      standardLayout,
      { music: own.music && { ...own.music, timesAbsent: 3 } },
      [
        'Music of the report: the card has Grade A · Application B · Conduct C · Absent 2 · Late –, its page shows Grade A · Application B · Conduct C · Absent 3 · Late –.',
      ],
    ],
    [
      'a date',
      standardLayout,
      { student: { ...own.student, dateOfBirth: '2012-03-01' } },
      ['Date of birth of the report: the card has 21-Mar-2012, its page shows 01-Mar-2012.'],
    ],
    [
      'another name',
      standardLayout,
      { student: { ...own.student, name: 'Somebody, Else' } },
      ['The page does not show “Baptiste, Ana”.'],
    ],
    [
      'a remark',
      standardLayout,
      { remarks: { ...own.remarks, dean: 'Somebody else’s.' } },
      ['The page does not show “Be kind.”.'],
    ],
  ])('names what another card has: %s', async (_name, layout, printed, faults) => {
    expect(findDifferentPrint({ card: own, layout }, await readBack(own, layout))).toEqual([]);
    expect(findDifferentPrint({ card: own, layout }, await readBack({ ...own, ...printed }, layout))).toEqual(faults);
  });

  it('names a subject that is in another group, and a row that is not of the card', async () => {
    const grouped = withTable({ groups: [{ heading: 'First', subjects: [idOf(second)] }] });
    const two = { ...card, subjects: [first, second] };
    const faults = findDifferentPrint({ card: two, layout: grouped }, await readBack(two, standardLayout));
    expect(faults).toContain('First is on the card, and not on its page.');
    const more = findDifferentPrint(
      { card: { ...two, subjects: [second] }, layout: standardLayout },
      await readBack(two, standardLayout),
    );
    expect(more.filter((text) => !text.startsWith('Average'))).toEqual([
      `The page has a row “${first.title} ${first.teacher}” that is not of the card, or not at its place.`,
    ]);
  });

  it('reads a subject that runs over two pages as one row', async () => {
    const comment = Array.from({ length: 260 }, (_, n) => `${n} revises with care.`).join(' ');
    const long = {
      ...card,
      subjects: [...card.subjects.slice(0, 8), { ...first, title: 'Long', comment, total: '11.1' }, { ...second }],
    };
    const page = await readBack(long, standardLayout);
    expect(findDifferentPrint({ card: long, layout: standardLayout }, page)).toEqual([]);
    const cut = {
      ...long,
      subjects: long.subjects.map((one) => ({ ...one, comment: one.comment?.slice(0, -20) ?? null })),
    };
    expect(findDifferentPrint({ card: cut, layout: standardLayout }, page)).not.toEqual([]);
  });
});

it('a total has the words of the highest step that it reaches, whatever their order', () => {
  const steps = [
    { from: 0, words: 'low' },
    { from: 80, words: 'high' },
    { from: 50, words: 'middle' },
  ];
  expect(['80.0', '79.9', '50.0', '0.0', 'Abs', null].map((total) => wordsAgain(total, steps))).toEqual([
    'high',
    'middle',
    'middle',
    'low',
    'Abs',
    null,
  ]);
});

/** 70 + 64.3 + 64.3 + 0 = 198.6, a quarter of it 49.65: half up. */
it('average, highest and places of a class, worked out by hand', () => {
  const totals = { ann: '70.0', ben: '64.3', cat: '64.3', dan: '0.0', eve: 'Abs', fay: null };
  const { average, highest, places } = computeSubjectOfClass(new Map(Object.entries(totals)));
  expect([average, highest, Object.fromEntries(places)]).toEqual([
    '49.7',
    '70.0',
    { ann: 1, ben: 2, cat: 2, dan: 4, eve: null, fay: null },
  ]);
  expect(computeSubjectOfClass(new Map([['ann', 'Ex']]))).toMatchObject({ average: null, highest: null });
  expect(
    computeSubjectOfClass(
      new Map([
        ['ann', '9.0'],
        ['ben', '100.0'],
      ]),
    ).highest,
  ).toBe('100.0');
});

describe('figures of the class on a card', () => {
  const layout = withTable({ columns: [{ column: 'total' }, { column: 'classAverage' }, { column: 'place' }] });
  const facts = {
    ...makeCardFacts({ school: { ...demoSchool, markingScheme: [...defaultSchemeRules] } }),
    leavers: new Set(['S3']),
  };
  const reports = ['S1', 'S2', 'S3', 'S4'].map((studentId) => makeTermReport({ studentId, subjectIds: ['MATH'] }));
  const records = reports.map(({ studentId }, index) =>
    makeSubjectRecord({ studentId, workSum: 10 + index, workOutOf: 20, exam: 35 }),
  );
  const cards = withClassFigures(
    reports.slice(0, 3).map((report) =>
      buildReportCard({
        facts,
        student: { studentId: report.studentId, firstName: 'A', lastName: 'B' },
        report,
        records: records.filter(({ studentId }) => studentId === report.studentId),
      }),
    ),
    facts.leavers,
  );
  const ofClass = { reports, records, withCard: new Set(['S1', 'S2', 'S3']) };
  const faultsOf = (of: ReportCard, shown = layout, contents: typeof ofClass | null = ofClass) =>
    findDifferentFigures(
      {
        card: of,
        layout: shown,
        report: makeTermReport({ studentId: of.student.id, subjectIds: ['MATH'] }),
        records: records.filter(({ studentId }) => studentId === of.student.id),
        ...(contents ? { ofClass: contents } : {}),
      },
      facts,
    );

  it('are those of everybody who has a card and has not left', () => {
    expect(cards.map((one) => one.subjects[0]?.ofClass)).toEqual([
      { average: '50.8', highest: '51.5', place: 2 },
      { average: '50.8', highest: '51.5', place: 1 },
      { average: '50.8', highest: '51.5', place: null },
    ]);
    expect(cards.flatMap((one) => faultsOf(one))).toEqual([]);
  });

  it('are named where they differ, and only where the layout prints them', () => {
    const [one] = cards;
    if (!one) throw new Error('there is no card');
    const wrong = {
      ...one,
      subjects: one.subjects.map((subject) => ({
        ...subject,
        ofClass: { average: '50.7', highest: '51.5', place: 1 },
      })),
    };
    expect(faultsOf(wrong)).toEqual([
      'Average of the class of Mathematics: the card has 50.7, computed again it is 50.8.',
      'Place in the class of Mathematics: the card has 1, computed again it is 2.',
    ]);
    expect(faultsOf(wrong, standardLayout)).toEqual([]);
    expect(faultsOf(one, layout, null)).toEqual([
      'The layout of the report has figures of the class, and the card has none.',
    ]);
  });
});
