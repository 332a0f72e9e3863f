import type { ClassToJudge } from './class-to-judge.ts';
import { mean, median } from './numbers.ts';

/** A subject of a class, a row a student in the order of the list. */
export interface SubjectColumn {
  subjectId: string;
  title: string;
  rows: {
    studentId: string;
    total: number | null;
    before: number | null;
    /** What one would expect of the student in this subject; null where nothing says. */
    expected: number | null;
    /** From the student's other totals alone. */
    byOthers: number | null;
  }[];
}

/**
 * The subjects of a class by column, with what is expected of each student: the last term's total moved as the class
 * has moved, or else the student's other totals moved as the subject is marked.
 */
export function columnsOfClass({ students }: Pick<ClassToJudge, 'students'>): SubjectColumn[] {
  const titles = new Map<string, string>();
  for (const { subjects } of students) for (const { subjectId, title } of subjects) titles.set(subjectId, title);
  const middles = students.map(({ subjects }) => median(subjects.flatMap(({ total }) => total ?? [])));
  const middle = mean(middles);
  return [...titles].map(([subjectId, title]) => {
    const rows = students.map(({ studentId, subjects }) => {
      const own = subjects.find((subject) => subject.subjectId === subjectId);
      const others = subjects.flatMap(({ subjectId: id, total }) =>
        id === subjectId || total === null ? [] : [total],
      );
      return { studentId, total: own?.total ?? null, before: own?.before ?? null, others };
    });
    const known = rows.flatMap(({ total }) => total ?? []);
    const level = known.length === 0 ? 0 : median(known) - middle;
    const moves = rows.flatMap(({ total, before }) => (total === null || before === null ? [] : [total - before]));
    const move = moves.length === 0 ? 0 : median(moves);
    return {
      subjectId,
      title,
      rows: rows.map(({ others, ...row }) => {
        const byOthers = others.length < 3 ? null : median(others) + level;
        return { ...row, byOthers, expected: row.before === null ? byOthers : row.before + move };
      }),
    };
  });
}
