import { improbableWordings as say } from '../wordings.ts';
import type { ClassToJudge, Warning } from './class-to-judge.ts';
import type { SubjectColumn } from './columns-of-class.ts';
import { median } from './numbers.ts';

/** Percent that a mark is off at least before it is named. */
const farOff = 28;
/** Percent above the highest of earlier terms, and above what is expected of the student. */
const above = { class: 4, student: 15 } as const;
/** Marks of a column that must be alike, and students that must have one. */
const alike = { students: 5, zeros: 0.8 } as const;

/** A mark far from the student's others, and from that of last term. */
export function findFarMarks(columns: readonly SubjectColumn[]): Warning[] {
  return columns.flatMap(({ subjectId, title, rows }) => {
    const byLastTerm = limitOf(rows, 'expected');
    // Students who are far better or worse at a subject than at others are no rarity.
    const byOthers = limitOf(rows, 'byOthers');
    return rows.flatMap((row): Warning[] => {
      const { studentId, total, before } = row;
      if (total === null || row.expected === null) return [];
      const isOff = [row.expected, row.byOthers].every(
        (mark) => mark === null || Math.abs(total - mark) > (before === null ? byOthers : byLastTerm),
      );
      if (!isOff) return [];
      return [{ rule: 'farFromOthers', studentId, subjectId, field: 'total', text: say.farFromOthers(title, total) }];
    });
  });
}

/** From how far on a mark is far: further in a column in which every mark is off, which is another fault. */
function limitOf(rows: SubjectColumn['rows'], from: 'expected' | 'byOthers'): number {
  const offs = rows.flatMap((row) =>
    row.total === null || row[from] === null ? [] : [Math.abs(row.total - row[from])],
  );
  return Math.max(farOff, 4.5 * median(offs));
}

/** A subject in which all have the same mark, or nearly all have 0. */
export function findSameMarks(columns: readonly SubjectColumn[]): Warning[] {
  return columns.flatMap(({ subjectId, title, rows }): Warning[] => {
    const totals = rows.flatMap(({ total }) => total ?? []);
    if (totals.length < alike.students) return [];
    const zeros = totals.filter((total) => total === 0).length;
    const isAlike = totals.every((total) => total === totals[0]) || zeros >= alike.zeros * totals.length;
    return isAlike
      ? [{ rule: 'allSame', studentId: null, subjectId, field: 'total', text: say.allSame(title, totals[0] ?? 0) }]
      : [];
  });
}

/** Marks above what the class ever had, of students who were not near it. */
export function findMarksAboveClass(
  columns: readonly SubjectColumn[],
  { highestBefore }: Pick<ClassToJudge, 'highestBefore'>,
): Warning[] {
  return columns.flatMap(({ subjectId, title, rows }) => {
    const highest = highestBefore.get(subjectId);
    if (highest === undefined) return [];
    return rows.flatMap(({ studentId, total, expected }): Warning[] => {
      const isAbove = total !== null && total > highest + above.class;
      if (!isAbove || expected === null || total <= expected + above.student) return [];
      return [
        { rule: 'aboveClass', studentId, subjectId, field: 'total', text: say.aboveClass(title, total, highest) },
      ];
    });
  });
}
