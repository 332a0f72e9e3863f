import { describe, expect, it } from 'vitest';
import { school } from '#functions/school/records/school.ts';
import {
  layoutOfTerm,
  layoutsOfRun,
  toKeptLayouts,
} from '#functions/term-reports/report-cards/layouts/layout-of-card.ts';
import { inWordsLayout, standardLayout, twoPagesLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

process.env.SCHOOL_FILE = new URL('../../../../infra/schools/demo.json', import.meta.url).pathname;

describe('the layouts that a run keeps', () => {
  const ofForm = (formLevel: number) => (formLevel <= 2 ? twoPagesLayout : standardLayout);

  it('are each layout once with its forms, and give every form its own again', async () => {
    const kept = toKeptLayouts(ofForm);
    expect(kept.map(({ levels, layout }) => [levels, layout.name])).toEqual([
      [[1, 2], 'Two pages'],
      [[3, 4, 5, 6, 7], 'Standard'],
    ]);
    const again = await layoutsOfRun({ term: 1, layouts: JSON.parse(JSON.stringify(kept)) });
    expect([1, 2, 3, 7].map((level) => again(level))).toEqual([1, 2, 3, 7].map(ofForm));
  });
});

describe('the layout of a form level and term', () => {
  it('is the published one, and without one that of the school file', () => {
    const before = school().reportCards;
    school().reportCards = { own: [], rules: [{ levels: [1], terms: [2], layout: 'Two pages' }] };
    try {
      const of = { formLevel: 1, term: 2 } as const;
      expect(layoutOfTerm(undefined, of)).toEqual(twoPagesLayout);
      expect(layoutOfTerm({ layout: inWordsLayout }, of)).toEqual(inWordsLayout);
      expect(layoutOfTerm(undefined, { ...of, term: 3 })).toEqual(standardLayout);
    } finally {
      school().reportCards = before;
    }
  });
});
