import type { StudentField } from '#shared/students/fields.ts';
import { sharedFactLabels } from '#shared/students/identity-keys.ts';
import type { PreviewedRow } from '#shared/students/spreadsheets/contract.ts';
import { fieldsToRow } from '#shared/students/spreadsheets/row-cells.ts';
import { displayStoredValue } from '#shared/students/spreadsheets/uploaded-values.ts';
import type { ValueLists } from '#shared/students/values.ts';
import { readStudents, type StudentItem, studentName } from '../../records/store.ts';
import { isCertainMatch, type JudgedRow, type UnjudgedRow } from './judge-rows.ts';
import { getStoredField } from './planned-row.ts';

/** The rows of the confirm table: each cell as people read it, and the stored value where it differs. */
export async function previewRows(
  rows: readonly UnjudgedRow[],
  judged: readonly JudgedRow[],
  { columns, lists }: { columns: readonly StudentField[]; lists: ValueLists },
): Promise<PreviewedRow[]> {
  const targets = judged.flatMap(({ target }) => (target === null ? [] : [target]));
  const students = new Map((await readStudents(targets)).map((student) => [student.studentId, student]));
  const typedOf = new Map(rows.map(({ row, typed }) => [row, typed]));
  return judged.map((one) => {
    const { row, values, refused, match, target, question, problem, double, farId } = one;
    const cells = new Map(typedOf.get(row));
    for (const [field, value] of values) cells.set(field, displayStoredValue(field, value, lists));
    const isRefused = problem !== null || question !== null || double !== null || refused.size > 0;
    return {
      row,
      ...fieldsToRow(cells, columns),
      error: isRefused ? 1 : 0,
      problem,
      double,
      refused: Object.fromEntries(refused),
      match: match && {
        student_id: match.student.studentId,
        name: studentName(match.student, match.student.studentId),
        class_id: match.student.classId,
        is_archived: match.student.status === 'archived',
        by: sharedFactLabels[match.by],
        is_certain: isCertainMatch(match),
        question,
      },
      far_id: farId,
      was: changedBy(values, target === null ? undefined : students.get(target), lists),
    };
  });
}

/** The stored values of fields that the row would change. */
function changedBy(
  values: JudgedRow['values'],
  student: StudentItem | undefined,
  lists: ValueLists,
): Record<string, string> {
  if (!student) return {};
  return Object.fromEntries(
    [...values].flatMap(([field, value]) => {
      const stored = getStoredField(student, field);
      return stored === value || field === 'id' ? [] : [[field, displayStoredValue(field, stored, lists)]];
    }),
  );
}
