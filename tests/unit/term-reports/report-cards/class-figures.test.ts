import { describe, expect, it } from 'vitest';
import { withClassFigures } from '#functions/term-reports/report-cards/class-figures.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { makeSampleReportCard } from '../../../support/files/sample-report-cards.ts';

/** A class whose students have these totals, by title of the subject. */
const classOf = (students: Record<string, Record<string, string | null>>): ReportCard[] => {
  const sample = makeSampleReportCard(1);
  const [subject] = sample.subjects;
  if (!subject) throw new Error('the sample has no subject');
  return Object.entries(students).map(([id, totals]) => ({
    ...sample,
    student: { ...sample.student, id },
    subjects: Object.entries(totals).map(([title, total]) => ({ ...subject, id: title.toUpperCase(), title, total })),
  }));
};
const figuresIn = (cards: readonly ReportCard[], title: string) =>
  Object.fromEntries(
    cards.flatMap(({ student, subjects }) =>
      subjects
        .filter((subject) => subject.title === title)
        .map(({ ofClass }) => [student.id, Object.values(ofClass ?? {})]),
    ),
  );

describe('the figures of a class on a card', () => {
  it('are mean, highest and place of the printed totals; equal totals share a place', () => {
    const cards = classOf({
      ann: { French: '70.0', Latin: '51.5' },
      ben: { French: '64.3' },
      cat: { French: '64.3' },
      dan: { French: '0.0' },
    });
    // 70 + 64.3 + 64.3 + 0 = 198.6, a quarter of it 49.65.
    expect(figuresIn(withClassFigures(cards, new Set()), 'French')).toEqual({
      ann: ['49.7', '70.0', 1],
      ben: ['49.7', '70.0', 2],
      cat: ['49.7', '70.0', 2],
      dan: ['49.7', '70.0', 4],
    });
    expect(figuresIn(withClassFigures(cards, new Set()), 'Latin')).toEqual({ ann: ['51.5', '51.5', 1] });
  });

  it('count neither what is missing nor a word, which have no place', () => {
    const cards = classOf({
      ann: { French: '80.0' },
      ben: { French: null },
      cat: { French: 'Abs' },
      dan: { French: 'Ex' },
    });
    expect(figuresIn(withClassFigures(cards, new Set()), 'French')).toEqual({
      ann: ['80.0', '80.0', 1],
      ben: ['80.0', '80.0', null],
      cat: ['80.0', '80.0', null],
      dan: ['80.0', '80.0', null],
    });
    const none = classOf({ ann: { French: null } });
    expect(figuresIn(withClassFigures(none, new Set()), 'French')).toEqual({ ann: [null, null, null] });
  });

  it('are of each subject by itself where two have one title', () => {
    const cards = classOf({ ann: { French: '70.0', Latin: '50.0' }, ben: { French: '60.0', Latin: '90.0' } }).map(
      (card) => ({ ...card, subjects: card.subjects.map((subject) => ({ ...subject, title: 'Language' })) }),
    );
    const [ann] = withClassFigures(cards, new Set());
    expect(ann?.subjects.map(({ id, ofClass }) => [id, Object.values(ofClass ?? {})])).toEqual([
      ['FRENCH', ['65.0', '70.0', 1]],
      ['LATIN', ['70.0', '90.0', 2]],
    ]);
  });

  it('leave out who left in the term, who has no place', () => {
    const cards = classOf({ ann: { French: '90.0' }, ben: { French: '60.0' }, cat: { French: '50.0' } });
    expect(figuresIn(withClassFigures(cards, new Set(['ann'])), 'French')).toEqual({
      ann: ['55.0', '60.0', null],
      ben: ['55.0', '60.0', 1],
      cat: ['55.0', '60.0', 2],
    });
  });
});
