import { describe, expect, it } from 'vitest';
import { findLayoutProblems } from '#functions/term-reports/report-cards/layouts/layout-problems.ts';
import { findCardProblems } from '#functions/term-reports/report-cards/posting/card-problems.ts';
import { createOverflowFinder } from '#functions/term-reports/report-cards/print/fit-card.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import type { CardLayout, LayoutBlock } from '#shared/term-reports/layouts/card-layout.ts';
import { shippedLayouts, standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import {
  makeSampleReportCard,
  makeSampleReportCards,
  sampleSchool,
} from '../../../support/files/sample-report-cards.ts';

const sidesOver = createOverflowFinder(sampleSchool);
const cards = makeSampleReportCards(5);
const subjects = new Set(cards.flatMap((card) => card.subjects.flatMap(({ id }) => id ?? [])));
const problemsOf = (layout: CardLayout, of: readonly ReportCard[] = cards) =>
  findLayoutProblems(layout, { cards: of, subjects, sidesOver }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

/** The standard layout, with what `change` makes of each block; without it where that is null. */
const changed = (change: (block: LayoutBlock) => LayoutBlock | null): CardLayout => ({
  ...standardLayout,
  front: standardLayout.front.map((row) => row.flatMap((block) => change(block) ?? [])).filter((row) => row.length > 0),
});
const without = (isGone: (block: LayoutBlock) => boolean) => changed((block) => (isGone(block) ? null : block));
const withoutComments = changed((block) =>
  block.block === 'subjects'
    ? { ...block, columns: block.columns.filter(({ column }) => column !== 'comment') }
    : block,
);
const longText = 'Ana has worked with care; her answers are fuller than before, and she checks them. '.repeat(6);
const musical = { ...makeSampleReportCard(1), music: { grade: 'A', comment: null } } as ReportCard;

describe('a layout for real students of a term', () => {
  it.each(shippedLayouts.map((layout) => [layout.name, layout]))('has nothing against it: %s', (_name, layout) => {
    expect(problemsOf(layout, [...cards, musical])).toEqual([]);
  });

  it('is refused where it contradicts itself, before students are asked', () => {
    expect(problemsOf(without(({ block }) => block === 'signatures'))).toEqual([
      'front: The layout lacks the signatures.',
    ]);
  });

  it('is refused with a group of a subject that the school does not have, whatever its title is now', () => {
    const groups = [{ heading: 'Languages', subjects: ['SPAN', 'Spanish'] }];
    const layout = changed((block) => (block.block === 'subjects' ? { ...block, groups } : block));
    expect(problemsOf(layout)).toEqual([
      'front.2.0.groups.0.subjects.1: The school has no subject Spanish: take it out of the group.',
    ]);
  });

  it.each([
    ['Comments on subjects', withoutComments],
    ['Form teacher’s remarks', without((block) => block.block === 'remarks' && block.of === 'formTeacher')],
    ['Dean’s remarks', without((block) => block.block === 'remarks' && block.of === 'dean')],
    ['Co-curricular activities', without(({ block }) => block === 'activities')],
  ])('is refused without a place for what is written of a student: %s', (what, layout) => {
    expect(problemsOf(layout)).toEqual([
      `front: The layout has no place for this: ${what}. It would be missing on the card of Joseph, Anika Simone (3A); Ali, Farid (3A); O’Brien-Ramkissoon, Séan Dārius (3A) and 2 others.`,
    ]);
  });

  it('names who alone has what it leaves out, and nobody where nothing is written', () => {
    const layout = without(({ block }) => block === 'music');
    expect(problemsOf(layout)).toEqual([]);
    expect(problemsOf(layout, [...cards, musical])).toEqual([
      'front: The layout has no place for this: Music. It would be missing on the card of Ali, Farid (3A).',
    ]);
    const blank = cards.map((card) => ({
      ...card,
      subjects: card.subjects.map((subject) => ({ ...subject, comment: ' ' })),
    }));
    expect(problemsOf(withoutComments, blank)).toEqual([]);
  });

  it('is refused with the side that one of them overflows', () => {
    const [first] = cards;
    if (!first) throw new Error('no cards');
    const full = { ...first, subjects: first.subjects.map((subject) => ({ ...subject, comment: longText })) };
    const wordy = { ...first, remarks: { formTeacher: longText.repeat(14), dean: longText.repeat(14) } };
    const message = (side: string) =>
      `${side}: The ${side} is too full, and the card goes on to another page: Joseph, Anika Simone (3A).`;
    expect(problemsOf(standardLayout, [full])).toEqual([message('front')]);
    expect(problemsOf(twoPagesLayout, [full])).toEqual([message('front')]);
    expect(problemsOf(twoPagesLayout, [wordy])).toEqual([message('back')]);
  });
});

describe('the posting check', () => {
  const problemsOfCard = (layout: CardLayout) =>
    findCardProblems(makeSampleReportCard(1), { fitsPages: true, layout }).textProblems;

  it('names what is written and the layout has no place for', () => {
    expect(problemsOfCard(standardLayout)).toEqual([]);
    expect(problemsOfCard(withoutComments)).toEqual([
      'Comments on subjects: the layout of the card has no place for it',
    ]);
  });
});
