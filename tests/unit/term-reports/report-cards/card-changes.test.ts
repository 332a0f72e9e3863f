import { describe, expect, it } from 'vitest';
import { digestOfCard, listCardDifferences } from '#functions/term-reports/report-cards/posting/card-changes.ts';
import type { ReportCard } from '#functions/term-reports/report-cards/report-card.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import { makeSampleReportCard } from '../../../support/files/sample-report-cards.ts';

const card = makeSampleReportCard(1);
const [first, second] = card.subjects;
/** What has changed; the digest is another where something has. */
function changed(change: Partial<ReportCard>): string[] {
  const now = { ...card, ...change };
  const names = listCardDifferences(card, now);
  expect(digestOfCard(now) !== digestOfCard(card)).toBe(names.length > 0);
  return names;
}

describe('what has changed of a card since it was posted', () => {
  it('is nothing where it says the same, in whatever order its fields come', () => {
    const copy = JSON.parse(JSON.stringify(card));
    expect(listCardDifferences(copy, card)).toEqual([]);
    expect(digestOfCard(copy)).toBe(digestOfCard(card));
    expect(changed({ remarks: { dean: card.remarks.dean, formTeacher: card.remarks.formTeacher } })).toEqual([]);
  });

  it('is nothing where the copy is from before a field came that is blank', () => {
    expect(changed({ conduct: { ...card.conduct, punctuality: null } as never })).toEqual([]);
  });

  it('is nothing where another subject is called the same', () => {
    expect(changed({ subjects: card.subjects.map((subject) => ({ ...subject, id: `${subject.id}-2` })) })).toEqual([]);
  });

  it('is nothing where another layout shows figures of the class, and is the subject whose figures changed', () => {
    const figures = (highest: string) => ({
      ...card,
      subjects: card.subjects.map((one) => ({ ...one, ofClass: { average: '61.2', highest, place: 3 } })),
    });
    expect(listCardDifferences(card, figures('88.0'))).toEqual([]);
    expect(listCardDifferences(figures('88.0'), card)).toEqual([]);
    const titles = card.subjects.map(({ title }) => title);
    expect(listCardDifferences(figures('88.0'), figures('88.5'))).toEqual(titles);
  });

  it('is nothing where the student is in another house since, or the school calls the term otherwise', () => {
    expect(changed({ student: { ...card.student, house: 'Other' } })).toEqual([]);
    expect(changed({ period: { ...card.period, termTitle: 'Autumn' } })).toEqual([]);
  });

  it('is how marks count, where the card says it otherwise than it was posted', () => {
    expect(changed({ weights: { course: 40, exam: 60 } })).toEqual(['How marks count']);
    expect(changed({ maxima: { ...card.maxima, exam: 80 } })).toEqual(['How marks count']);
    // No mark is absent, so that the card says nothing of it.
    expect(changed({ absentIsZero: true })).toEqual([]);
    const absent = { ...card, subjects: card.subjects.map((one) => ({ ...one, exam: 'Abs' })) };
    expect(listCardDifferences(absent, { ...absent, absentIsZero: true })).toEqual(['How marks count']);
  });

  it('is named by subject, also one that came and one that went', () => {
    if (!first || !second) throw new Error('the sample has no subjects');
    const [, ...others] = card.subjects;
    expect(changed({ subjects: [{ ...first, comment: 'Other.' }, ...others] })).toEqual([first.title]);
    expect(changed({ subjects: others })).toEqual([first.title]);
    expect(changed({ subjects: [...card.subjects, { ...second, title: 'Latin' }] })).toEqual(['Latin']);
  });

  it.each([
    [{ remarks: { ...card.remarks, dean: 'Other.' } }, 'Dean’s remarks'],
    [{ remarks: { ...card.remarks, formTeacher: null } }, remarkTitles.formTeacher],
    [{ student: { ...card.student, name: 'Other, Name' } }, 'Name, date of birth or class'],
    [{ student: { ...card.student, dateOfBirth: '2010-01-01' } }, 'Name, date of birth or class'],
    [{ attendance: { ...card.attendance, possible: 1 } }, 'Attendance'],
    [{ period: { ...card.period, termEnd: '1999-01-01' } }, 'Dates of the term'],
    [{ signatories: { ...card.signatories, principal: 'Other' } }, 'Signatures'],
    [{ average: { ...card.average, text: '1.00' } }, 'Average'],
  ])('is named by part: %#', (change, name) => {
    expect(changed(change)).toEqual([name]);
  });
});
