import { Download } from 'lucide-react';
import { pluralize } from '#shared/pluralize.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import type { UploadedRow } from '#shared/students/spreadsheets/contract.ts';
import { downloadBlob } from '../../../api/download-blob.ts';
import { readDraft, removeDraft, writeDraft } from '../../../session/drafts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { type ConfirmRow, explainRowNotUploadable, findUnansweredQuestion } from './confirm-rows.ts';

interface LeftOutOf {
  rows: readonly ConfirmRow[];
  fields: readonly StudentField[];
  duplicates: ReadonlyMap<number, string>;
  /** The outcome of the rows that were sent. */
  uploaded: ReadonlyMap<number, UploadedRow>;
}

/** Rows that were not uploaded, as lines of a list to download: row, reason, and the cells as they are now. */
export interface LeftOutList {
  heading: string[];
  lines: string[][];
}

export function listLeftOutRows({ rows, fields, ...known }: LeftOutOf): LeftOutList {
  const lines = rows.flatMap((row) => {
    const why = reasonOf(row, known);
    return why === null ? [] : [[String(row.row), why, ...fields.map((field) => row.cells.get(field) ?? '')]];
  });
  return { heading: [...shortHeading, ...fields.map((field) => studentFields[field].label)], lines };
}

const shortHeading = ['Row', 'Reason'];

/** Adds the rows that the server refused; a reloaded page does not have their cells. */
export function addRefusedRows(list: LeftOutList | null, rows: readonly UploadedRow[]): LeftOutList {
  const { heading, lines } = list ?? { heading: shortHeading, lines: [] };
  const known = new Set(lines.map(([row]) => row));
  const refused = rows
    .filter(({ row, error }) => error === 1 && !known.has(String(row)))
    .map(({ row, message }) => [String(row), message ?? 'Not uploaded.']);
  return { heading, lines: [...lines, ...refused].sort((one, other) => Number(one[0]) - Number(other[0])) };
}

/** The number of rows that were not uploaded, with the list to download. Nothing where all were uploaded. */
export function LeftOutRows({ list: { heading, lines } }: { list: LeftOutList }) {
  if (lines.length === 0) return null;
  const save = () => {
    const text = [heading, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
    downloadBlob(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), 'Rows left out.csv');
  };
  return (
    <Alert tone="warning">
      {pluralize(lines.length, 'row')} {lines.length === 1 ? 'was' : 'were'} left out. The list says why; it can be
      corrected and uploaded again.{' '}
      <Button icon={Download} onClick={save}>
        Download List
      </Button>
    </Alert>
  );
}

/** Why a row was not uploaded; null where it was, or has no changes. */
function reasonOf(
  row: ConfirmRow,
  { duplicates, uploaded }: Pick<LeftOutOf, 'duplicates' | 'uploaded'>,
): string | null {
  const outcome = uploaded.get(row.row);
  if (outcome) return outcome.error === 1 ? (outcome.message ?? 'Not uploaded.') : null;
  const [cell] = [...row.refused].map(([field, why]) => `${studentFields[field].label}: ${why}`);
  return explainRowNotUploadable(row) ?? duplicates.get(row.row) ?? cell ?? findUnansweredQuestion(row);
}

/** Quotes a cell, and escapes it where a spreadsheet program would read a formula (rule 23). */
const csvCell = (text: string): string =>
  `"${(/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const draftKey = 'student-upload/left-out';

/**
 * The stored rows that the last upload left out; null where there are none. The tab keeps them until the user dismisses
 * them.
 */
export const readLeftOutList = (userId: string): LeftOutList | null =>
  (readDraft(userId, draftKey) as LeftOutList | undefined) ?? null;

/** Stores them for a reload. A list that exceeds the tab's storage is stored without its cells. */
export function storeLeftOutList(userId: string, { heading, lines }: LeftOutList): void {
  if (lines.length === 0) {
    removeLeftOutList(userId);
    return;
  }
  try {
    writeDraft(userId, draftKey, { heading, lines });
  } catch {
    writeDraft(userId, draftKey, { heading: heading.slice(0, 2), lines: lines.map((line) => line.slice(0, 2)) });
  }
}

export const removeLeftOutList = (userId: string): void => removeDraft(userId, draftKey);
