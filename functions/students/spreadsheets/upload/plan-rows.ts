import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { computeNextStudentIds } from '../../records/add-student-act.ts';
import type { JudgedRow } from './judge-rows.ts';
import type { PlannedRow } from './planned-row.ts';

/** Ids of the new students without one in the file, by row; other running uploads are taken into account. */
export function computeNewIds(judged: readonly JudgedRow[], taken: readonly string[]): Map<number, string> {
  const withoutId = judged.filter((one) => isNew(one) && !one.values.has('id'));
  const named = judged.flatMap(({ values }) => values.get('id') ?? []);
  const ids = computeNextStudentIds([...taken, ...named], withoutId.length);
  return new Map(withoutId.map(({ row }, index) => [row, ids[index] ?? '']));
}

/** Whether a row adds a student. */
const isNew = ({ target, problem, double, refused }: JudgedRow): boolean =>
  target === null && problem === null && double === null && refused.size === 0;

/** What a run does with a row. `was` has the values that the preview showed of the fields to change. */
export function planRow(
  { row, values, refused, target, problem, question, double }: JudgedRow,
  { was, newId, isAnother }: { was: Record<string, string>; newId: string | undefined; isAnother: boolean },
): PlannedRow {
  const id = newId ?? values.get('id') ?? target ?? '';
  const [cell] = [...refused].map(([field, reason]) => `${studentFields[field].label}: ${reason}`);
  const reason = problem ?? question ?? double ?? cell;
  if (reason !== undefined) return { kind: 'refused', row, id, reason };
  if (target === null) {
    const facts = [...values].filter(([field]) => field !== 'id');
    return {
      kind: 'add',
      row,
      id,
      values: facts,
      ...(isAnother ? { isAnother } : {}),
      ...(values.has('id') ? { hasOwnId: true } : {}),
    };
  }
  const changes = [...values].flatMap(([field, value]): [StudentField, string, string][] => {
    const before = was[field];
    return before === undefined || field === 'id' ? [] : [[field, before, value]];
  });
  return { kind: 'change', row, id: target, changes };
}
