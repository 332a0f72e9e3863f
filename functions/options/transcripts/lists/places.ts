import { computeRanks } from '#shared/marks/marks.ts';
import type { Honour } from '#shared/options/transcripts/settings.ts';
import type { PostedStudent } from './posted-class.ts';

/** A student with the figure that decides, and the place. */
export interface Placed {
  place: number;
  /** As it was printed. */
  figure: string;
  student: PostedStudent;
}

/**
 * Students by a printed figure, the best first; equal figures share a place, and the next ones are skipped. Who has no
 * figure is not in it. Pure.
 */
export function placeBy(
  students: readonly PostedStudent[],
  figureOf: (student: PostedStudent) => string | null,
): Placed[] {
  const figures = students.map(figureOf);
  const ranks = computeRanks(figures);
  return students
    .flatMap((student, index): Placed[] => {
      const [place, figure] = [ranks[index] ?? null, figures[index] ?? null];
      return place === null || figure === null ? [] : [{ place, figure, student }];
    })
    .sort((a, b) => a.place - b.place || a.student.name.localeCompare(b.student.name, 'en'));
}

export const byAverage = ({ average }: PostedStudent): string | null => average;
export const byTotal =
  (subject: string) =>
  ({ totals }: PostedStudent): string | null =>
    totals.get(subject) ?? null;

/** The first line of the honour roll whose rules hold for a student; undefined where there is none. Pure. */
export function honourOf(student: PostedStudent, honours: readonly Honour[]): Honour | undefined {
  const totals = [...student.totals.values()].map(Number);
  return honours.find(
    ({ average, lowest = 0, subjects = 1 }) =>
      student.average !== null &&
      Number(student.average) >= average &&
      totals.length >= subjects &&
      totals.every((total) => total >= lowest),
  );
}

/** A prize: what for, and who has it. */
export interface Prize {
  of: string;
  winners: readonly Placed[];
}

/** The best of each class by average, and of each form level by subject; ties at the last place all have it. Pure. */
export function planPrizes(
  students: readonly PostedStudent[],
  { ofClass, ofSubject, levelName }: { ofClass: number; ofSubject: number; levelName: (level: number) => string },
): Prize[] {
  const best = (placed: readonly Placed[], places: number) => placed.filter(({ place }) => place <= places);
  const classes = [...Map.groupBy(students, ({ classId }) => classId)].map(
    ([classId, some]): Prize => ({ of: `Class ${classId}`, winners: best(placeBy(some, byAverage), ofClass) }),
  );
  const levels = [...Map.groupBy(students, ({ formLevel }) => formLevel)].sort(([a], [b]) => a - b);
  const subjects = levels.flatMap(([level, some]) => {
    const titles = [...new Set(some.flatMap(({ totals }) => [...totals.keys()]))].sort((a, b) =>
      a.localeCompare(b, 'en'),
    );
    return titles.map(
      (title): Prize => ({
        of: `${title}, ${levelName(level)}`,
        winners: best(placeBy(some, byTotal(title)), ofSubject),
      }),
    );
  });
  return [...classes, ...subjects].filter(({ winners }) => winners.length > 0);
}
