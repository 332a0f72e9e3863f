import { describe, expect, it } from 'vitest';
import { parseImage } from '#functions/platform/pdf/image.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { setSignature } from '#shared/term-reports/layouts/edit-lists.ts';
import { inWordsLayout, standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { canPaint, compareWithGolden } from '../../../../support/files/golden-pictures.ts';
import { digestOfPdf } from '../../../../support/files/pdf-content.ts';
import { makePng } from '../../../../support/files/sample-files.ts';
import {
  makeSampleReportCard,
  makeSampleReportCards,
  sampleSchool,
  toPrintableCards,
} from '../../../../support/files/sample-report-cards.ts';
import { printedAt } from './printed-card.ts';

const text = (length: number): string =>
  'Ana has worked with care; her answers are fuller than before, and she checks them. '.repeat(10).slice(0, length);
const sample = makeSampleReportCard(1);
const music = {
  grade: 'A',
  application: 'B',
  conduct: null,
  timesAbsent: 2,
  timesLate: 0,
  comment: 'Plays with feeling.',
};
const commented = (length: number): ReportCard => ({
  ...sample,
  subjects: sample.subjects.map((subject) => ({ ...subject, comment: text(length) })),
});

/** Digests of what was printed before a layout was data: the standard layout prints the same. */
const printedBefore: [string, string, ReportCard[], { isTwoSided?: boolean }?][] = [
  ['a class', 'd71bd3dbcf78ac90', makeSampleReportCards(35)],
  ['two-sided cards', 'e30e8704d859f997', makeSampleReportCards(3), { isTwoSided: true }],
  [
    'a card over several pages',
    '44c9717580e26bab',
    [{ ...commented(500), remarks: { formTeacher: text(500), dean: text(500) } }],
  ],
  ['a card that is set smaller', '170dbf43c2c33651', [commented(120)]],
  [
    'a card with music and marks missing',
    '4c88be9696126b4e',
    [{ ...sample, music, average: { text: '61', entered: 9, of: 13 } }],
  ],
  ['a term of course marks alone', '0d5ba63b9d19a1d5', [{ ...sample, maxima: { course: 100, exam: null } }]],
  [
    'a student without subjects',
    'de8fe89b0773c954',
    [
      {
        ...sample,
        subjects: [],
        remarks: { formTeacher: null, dean: null },
        coCurricular: [],
        average: { text: null, entered: 0, of: 0 },
        signatories: { formTeacher: null, dean: null, principal: null },
      },
    ],
  ],
];

describe('the standard layout', () => {
  it.each(printedBefore)('prints %s as it was printed before layouts were data', async (_name, digest, cards, how) => {
    const bytes = await renderReportCards({ school: sampleSchool, cards: toPrintableCards(cards), printedAt, ...how });
    expect(digestOfPdf(bytes)).toBe(digest);
  });
});

describe('a shipped layout', () => {
  const cards: [string, CardLayout][] = [
    ['standard', standardLayout],
    ['two-pages', twoPagesLayout],
    ['in-words', inWordsLayout],
  ];
  const posted = { school: sampleSchool, postedAt: new Date('2026-07-01T12:00:00Z'), proof: null };

  it.skipIf(!canPaint).each(cards)('looks as its golden pictures: %s', async (name, layout) => {
    const card = { ...makeSampleReportCard(2), music };
    const bytes = await renderReportCards({ school: sampleSchool, cards: [{ card, layout, posted }], printedAt });
    expect(compareWithGolden(bytes, new URL(`golden/${name}`, import.meta.url))).toEqual([]);
  });

  /** Black boxes show where pictures are, and how large. */
  const boxes = (['a', 'b'] as const).map((letter, index) => {
    const image = parseImage(makePng({ width: index === 0 ? 120 : 300, height: index === 0 ? 150 : 80 }));
    if (!image) throw new Error('the sample is no image');
    return [letter.repeat(64), image] as const;
  });
  const withPictures = (layout: CardLayout): CardLayout => ({
    ...setSignature(layout, 'b'.repeat(64)),
    crest: 'a'.repeat(64),
  });

  it.skipIf(!canPaint).each([
    ['crest-beside', standardLayout],
    ['crest-centred', inWordsLayout],
  ])('has crest and signature where its golden picture has them: %s', async (name, layout) => {
    const cards = [{ card: makeSampleReportCard(1), layout: withPictures(layout), posted }];
    const bytes = await renderReportCards({ school: sampleSchool, cards, printedAt, pictures: new Map(boxes) });
    expect(compareWithGolden(bytes, new URL(`golden/${name}`, import.meta.url))).toEqual([]);
  });
});
