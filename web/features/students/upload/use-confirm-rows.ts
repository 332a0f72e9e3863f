import { useMemo, useRef, useState } from 'react';
import { type ClassListPreview, studentSpreadsheetsContract } from '#shared/student-spreadsheets/contract.ts';
import { uploadedValueReader } from '#shared/student-spreadsheets/read-typed.ts';
import { rowOfFields } from '#shared/student-spreadsheets/row-cells.ts';
import type { CodeListName } from '#shared/students/code-lists.ts';
import type { Code } from '#shared/students/codes.ts';
import type { StudentField } from '#shared/students/fields.ts';
import { call } from '../../../api/call.ts';
import { isSessionOver, messageOf } from '../../../api/errors.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { type ConfirmRow, corrected, doublesOf, rowOfPreview } from './confirm-rows.ts';

/** The rows of a file that was chosen, while they are corrected, chosen and taken out. */
export function useConfirmRows({ rows: previewed, columns, lists }: ClassListPreview) {
  const [rows, setRows] = useState(() => previewed.map((one) => rowOfPreview(one, columns)));
  const [isTouched, setTouched] = useState(false);
  // The answer says every list of the school; the contract does not repeat their names.
  const read = useMemo(
    () => uploadedValueReader({ ...lists, codes: lists.codes as Record<CodeListName, Code[]> }),
    [lists],
  );
  const doubles = useMemo(() => doublesOf(rows, read), [rows, read]);
  /** The last correction of each row: an answer about an earlier one is not shown. */
  const latest = useRef(new Map<number, number>());

  const change = (number: number, how: (row: ConfirmRow) => ConfirmRow) => {
    setTouched(true);
    setRows((now) => now.map((one) => (one.row === number ? how(one) : one)));
  };
  const correct = async (row: ConfirmRow, field: StudentField, text: string) => {
    const next = corrected(row, [field, text], read);
    const turn = (latest.current.get(row.row) ?? 0) + 1;
    latest.current.set(row.row, turn);
    change(row.row, () => next);
    try {
      const data = [{ row: row.row, ...rowOfFields(next.cells, columns) }];
      const answer = await call(studentSpreadsheetsContract.checkRegistrationRows, { data, columns });
      const [judged] = answer.rows;
      if (!judged || latest.current.get(row.row) !== turn) return;
      change(row.row, ({ isAnother, kept }) => ({ ...rowOfPreview(judged, columns), isAnother, kept }));
    } catch (error) {
      if (latest.current.get(row.row) === turn) change(row.row, (one) => ({ ...one, isChecking: false }));
      // It is judged again when it is uploaded.
      if (!isSessionOver(error)) snackbar(messageOf(error), { tone: 'error' });
    }
  };
  return {
    rows,
    doubles,
    isTouched,
    correct,
    setAnother: (number: number, isAnother: boolean) => change(number, (row) => ({ ...row, isAnother })),
    /** Of one row, or with null of all. */
    keep: (number: number | null, field: StudentField, isKept: boolean) => {
      const how = (row: ConfirmRow): ConfirmRow => {
        const kept = new Set(row.kept);
        if (isKept) kept.add(field);
        else kept.delete(field);
        return { ...row, kept };
      };
      if (number === null) setRows((now) => now.map((row) => (field in row.was ? how(row) : row)));
      else change(number, how);
    },
    remove: (keys: ReadonlySet<string>) => {
      setTouched(true);
      setRows((now) => now.filter(({ row }) => !keys.has(String(row))));
    },
  };
}
export type ConfirmRows = ReturnType<typeof useConfirmRows>;
