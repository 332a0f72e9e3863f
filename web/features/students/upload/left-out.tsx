import { Download } from 'lucide-react';
import { countOf } from '#shared/count-of.ts';
import type { UploadedRow } from '#shared/student-spreadsheets/contract.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { saveFile } from '../../../api/save-file.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { type ConfirmRow, obstacleOf, openQuestionOf } from './confirm-rows.ts';

interface LeftOutProps {
  rows: readonly ConfirmRow[];
  fields: readonly StudentField[];
  doubles: ReadonlyMap<number, string>;
  /** What became of the rows that were sent. */
  uploaded: ReadonlyMap<number, UploadedRow>;
}

/** How many rows were not uploaded, with the list to take away: the cells as they are now, and why. Nothing where all were. */
export function LeftOut({ rows, fields, doubles, uploaded }: LeftOutProps) {
  const left = rows.flatMap((row) => {
    const why = reasonOf(row, { doubles, uploaded });
    return why === null ? [] : [{ row, why }];
  });
  if (left.length === 0) return null;
  const save = () => {
    const heading = ['Row', 'Reason', ...fields.map((field) => studentFields[field].label)];
    const lines = left.map(({ row, why }) => [
      ...[String(row.row), why],
      ...fields.map((field) => row.cells.get(field) ?? ''),
    ]);
    const text = [heading, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
    saveFile(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), 'Rows left out.csv');
  };
  return (
    <Alert tone="warning">
      {countOf(left.length, 'row')} {left.length === 1 ? 'was' : 'were'} left out. The list says why; it can be
      corrected and uploaded again.{' '}
      <Button icon={Download} onClick={save}>
        Download List
      </Button>
    </Alert>
  );
}

/** Why a row was not uploaded; null for one that was, or that has nothing to change. */
function reasonOf(row: ConfirmRow, { doubles, uploaded }: Pick<LeftOutProps, 'doubles' | 'uploaded'>): string | null {
  const outcome = uploaded.get(row.row);
  if (outcome) return outcome.error === 1 ? (outcome.message ?? 'Not uploaded.') : null;
  const [cell] = [...row.refused].map(([field, why]) => `${studentFields[field].label}: ${why}`);
  return obstacleOf(row) ?? doubles.get(row.row) ?? cell ?? openQuestionOf(row);
}

/** Quoted, and made harmless where a program would take it for a formula (rule 23). */
const csvCell = (text: string): string =>
  `"${(/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
