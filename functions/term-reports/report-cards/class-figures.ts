import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { computeAverage, computeRanks, totalText } from '#shared/marks/marks.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { ReportCard, ReportCardSubject } from './report-card.ts';

const columns: readonly string[] = ['classAverage', 'highest', 'place'];

/** Whether a layout prints how subjects went in the class: its cards cannot be made without those of the class. */
export const hasClassFigures = ({ front, back }: CardLayout): boolean =>
  [...front, ...(back ?? [])]
    .flat()
    .some((block) => block.block === 'subjects' && block.columns.some(({ column }) => columns.includes(column)));

/** A total as it is printed, as a mark again: figures of the class are those of the printed totals (rule 2). */
const toMark = (total: string | null): Mark | null => (total === null || isMarkWord(total) ? total : Number(total));

/**
 * The cards of a class with the figures of the class in each subject. Pure.
 * @param leavers who left in the term: they do not count and have no place, as on the mark sheet
 */
export function withClassFigures(
  cards: readonly ReportCard[],
  leavers: Pick<ReadonlySet<string>, 'has'>,
): ReportCard[] {
  const present = cards.filter(({ student }) => !leavers.has(student.id));
  const figuresOf = new Map(
    [...new Set(cards.flatMap(({ subjects }) => subjects.map(({ id }) => id)))].map((id) => [
      id,
      figuresOfSubject(present, id),
    ]),
  );
  return cards.map((card) => ({
    ...card,
    subjects: card.subjects.map((subject): ReportCardSubject => {
      const figures = figuresOf.get(subject.id);
      if (!figures) return subject;
      const { average, highest, places } = figures;
      return { ...subject, ofClass: { average, highest, place: places.get(card.student.id) ?? null } };
    }),
  }));
}

function figuresOfSubject(present: readonly ReportCard[], id: ReportCardSubject['id']) {
  const taken = present.flatMap(({ student, subjects }) => {
    const subject = subjects.find((one) => one.id === id);
    return subject ? [{ studentId: student.id, total: toMark(subject.total) }] : [];
  });
  const numbers = taken.flatMap(({ total }) => (typeof total === 'number' ? [total] : []));
  const ranks = computeRanks(taken.map(({ total }) => (typeof total === 'number' ? totalText(total) : null)));
  return {
    average: computeAverage(taken.map(({ total }) => total)).text,
    highest: numbers.length === 0 ? null : totalText(Math.max(...numbers)),
    places: new Map(taken.map(({ studentId }, index) => [studentId, ranks[index] ?? null])),
  };
}
