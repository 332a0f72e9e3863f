import { describe, expect, it } from 'vitest';
import { digestOfClass, isAsChecked } from '#functions/term-reports/report-cards/posting/checked-classes.ts';
import { makeSampleReportCard } from '../../../support/files/sample-report-cards.ts';

const cards = [1, 2, 3].map((seed) => {
  const card = makeSampleReportCard(seed);
  return { ...card, student: { ...card.student, id: `S${seed}` } };
});
const [first] = cards;
if (!first) throw new Error('there is no card');

describe('a class that was checked', () => {
  const checked = { '1A': digestOfClass(cards) };

  it('is the same in any order', () => {
    expect(isAsChecked(checked, { classId: '1A', cards: cards.toReversed() })).toBe(true);
  });

  it('is another after a mark, a remark, a student more or less', () => {
    const [subject, ...subjects] = first.subjects;
    if (!subject) throw new Error('the card has no subject');
    const others = cards.slice(1);
    const changed = [
      [{ ...first, subjects: [{ ...subject, total: '1.0' }, ...subjects] }, ...others],
      [{ ...first, remarks: { ...first.remarks, dean: 'Another one.' } }, ...others],
      others,
      [...cards, { ...first, student: { ...first.student, id: 'S4' } }],
    ];
    for (const now of changed) expect(isAsChecked(checked, { classId: '1A', cards: now })).toBe(false);
  });

  it('is another where it was not there when the others were checked, and asked of nobody who did not check', () => {
    expect(isAsChecked(checked, { classId: '1B', cards })).toBe(false);
    expect(isAsChecked(undefined, { classId: '1B', cards })).toBe(true);
  });
});
