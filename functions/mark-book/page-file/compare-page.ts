import { markBookMessages } from '#shared/mark-book/messages.ts';
import type { ChangedCell, RefusedCell, StaleCell, UploadPreview } from '#shared/mark-book/spreadsheet-calls.ts';
import { lastFirst } from '#shared/people/last-first.ts';
import type { OpenPage } from '../open-page.ts';
import type { FileMark, FileStudent, PageFile } from './read-page-file.ts';

type Page = Pick<OpenPage, 'assessments' | 'students'>;
type PageStudent = Page['students'][number];

/**
 * What a file would change of a page. A cell that still says what was downloaded changes nothing, whatever is stored by now:
 * so a file of last week puts nothing back. A cell that was changed in the file and since then in the mark book too is shown
 * as a conflict.
 */
export function comparePage(file: PageFile, page: Page): UploadPreview {
  const changes: ChangedCell[] = [];
  const conflicts: StaleCell[] = [];
  const refused: RefusedCell[] = file.refused.map((cell) => ({ ...cell, name: null }));
  const students = new Map(page.students.map((student) => [student.studentId, student]));
  const totals = new Map(page.assessments.map((one) => [one.assesment_number, one.total]));
  for (const row of file.students) {
    const student = students.get(row.studentId);
    const stamped = file.stamped.get(row.studentId);
    if (!student || !stamped) {
      refused.push({
        row: row.row,
        column: row.column,
        name: null,
        reason: `Student ${row.studentId.slice(0, 40)} is not on this page.`,
      });
      continue;
    }
    for (const cell of row.marks) {
      const verdict = judge({ row, cell, student, stamped, totals });
      if (verdict?.refused) refused.push(verdict.refused);
      if (verdict?.conflict) conflicts.push(verdict.conflict);
      if (verdict?.change) changes.push(verdict.change);
    }
  }
  return { changes, conflicts, refused, downloaded_at: new Date(file.downloadedAt).toISOString() };
}

interface Judging {
  row: FileStudent;
  cell: FileMark;
  student: PageStudent;
  stamped: ReadonlyMap<number, number>;
  totals: ReadonlyMap<number, number | null>;
}

function judge({
  row,
  cell,
  student,
  stamped,
  totals,
}: Judging): { refused?: RefusedCell; conflict?: StaleCell; change?: ChangedCell } | undefined {
  const place = { row: row.row, column: cell.column };
  const name = lastFirst(student);
  const refuse = (reason: string) => ({ refused: { ...place, name, reason } });
  if (cell.reason !== undefined) return refuse(cell.reason);
  const { assessment, mark: yours } = cell;
  const was = stamped.get(assessment) ?? null;
  const stored = student.marks[String(assessment)];
  const theirs = stored?.mark ?? null;
  if (yours === was || yours === theirs) return undefined;
  const reason = whyNot(yours, totals.get(assessment));
  if (reason !== undefined) return refuse(reason);
  const named = { ...place, student_id: row.studentId, name, assesment_number: assessment };
  if (was === theirs) return { change: { ...named, old: theirs, new: yours } };
  return { conflict: { ...named, was, yours, theirs, by: stored?.by ?? null, at: stored?.at ?? null } };
}

/** Why a mark cannot be in an assessment with this total; `undefined` is an assessment that there is not. */
export function whyNot(mark: number | null, total: number | null | undefined): string | undefined {
  if (total === undefined) return 'There is no such assessment.';
  if (mark === null) return undefined;
  if (total === null) return markBookMessages.noTotal;
  return mark > total ? markBookMessages.aboveTotal : undefined;
}
