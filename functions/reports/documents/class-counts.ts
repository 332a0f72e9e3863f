import { school } from '../../school/records/school.ts';
import type { ListTable } from '../../term-reports/report-cards/print/list-report.ts';

/**
 * Counts by class in the school's order, with the school's last; undefined where nothing is to be counted.
 * @param figures title and counted ids by class of each column
 */
export function countsByClass(
  figures: readonly { title: string; byClass: ReadonlyMap<string, ReadonlySet<string> | number> }[],
): ListTable | undefined {
  const classIds = school()
    .formClasses.map(({ id }) => id)
    .filter((id) => figures.some(({ byClass }) => countOf(byClass.get(id)) > 0));
  if (classIds.length === 0) return undefined;
  const rows = classIds.map((id) => [id, ...figures.map(({ byClass }) => countOf(byClass.get(id)))]);
  const sums = figures.map((_, column) => rows.reduce((sum, row) => sum + Number(row[column + 1]), 0));
  return {
    columns: [
      { title: 'Class', width: 12 },
      ...figures.map(({ title }) => ({ title, width: 14, kind: 'number' as const })),
    ],
    rows: [...rows, ['School', ...sums]],
  };
}

const countOf = (counted: ReadonlySet<string> | number | undefined): number =>
  typeof counted === 'object' ? counted.size : (counted ?? 0);

/** The ids of students by their class. */
export function groupIdsByClass(
  students: Iterable<{ studentId: string; classId: string }>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...Map.groupBy(students, ({ classId }) => classId)].map(([classId, of]) => [
      classId,
      new Set(of.map(({ studentId }) => studentId)),
    ]),
  );
}
