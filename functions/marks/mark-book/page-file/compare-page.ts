import type { ChangedCell, RefusedCell, StaleCell, UploadPreview } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markBookWordings, markFileRefusals } from '#shared/marks/wordings.ts';
import { lastFirst, nameWithId } from '#shared/people/shared-names.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { createIdFinder, unambiguousId } from '#shared/students/id-finder.ts';
import { formulaNote } from '../../../platform/xlsx/read-sheet.ts';
import type { OpenPage } from '../mark-book-page.ts';
import type { FileMark, FileStudent, UploadedPage } from './read-page-file.ts';

type Page = Pick<OpenPage, 'assessments' | 'students'>;
type PageStudent = Page['students'][number];

/**
 * What a file would change of a page. A cell that was not edited in the file changes nothing, so that last week's file
 * reverts no newer mark. A cell that was changed both in the file and in the mark book is a conflict. An id that lost
 * its leading zeros is matched to the only student of the page whom it can mean, with a note (rule 55).
 */
export function compareFileWithPage(file: UploadedPage, page: Page): UploadPreview {
  const changes: ChangedCell[] = [];
  const conflicts: StaleCell[] = [];
  const refused: RefusedCell[] = file.refused.map((cell) => ({ ...cell, name: null }));
  const students = new Map(page.students.map((student) => [student.studentId, student]));
  const totals = new Map(page.assessments.map((one) => [one.assesment_number, one.total]));
  const find = createIdFinder(students.keys());
  const notes: string[] = [];
  const rowOf = new Map<string, number>();
  for (const read of file.students) {
    const studentId = unambiguousId(find(read.studentId)) ?? read.studentId;
    const row = { ...read, studentId };
    const student = students.get(studentId);
    const stamped = file.stamped.get(studentId);
    const before = rowOf.get(studentId);
    rowOf.set(studentId, before ?? row.row);
    if (before !== undefined) {
      const reason = spreadsheetWordings.studentInRow(before);
      refused.push({ row: row.row, column: row.column, name: null, reason });
      continue;
    }
    if (student && studentId !== read.studentId)
      notes.push(markFileRefusals.idReadAs(row.row, read.studentId, `${studentId}, ${lastFirst(student)}`));
    if (!student || !stamped) {
      refused.push({
        row: row.row,
        column: row.column,
        name: null,
        reason: markFileRefusals.studentNotOnPage(row.studentId),
      });
      continue;
    }
    for (const cell of row.marks) {
      const verdict = judge({ row, cell, student, stamped, totals });
      if (verdict?.refused) refused.push(verdict.refused);
      if (verdict?.conflict) conflicts.push(verdict.conflict);
      if (verdict?.change) changes.push(verdict.change);
      if (cell.isFormula && cell.mark !== null && verdict && !verdict.refused)
        notes.push(formulaNote(`${cell.column}${row.row}`, String(cell.mark)));
    }
  }
  return { changes, conflicts, refused, notes, downloaded_at: new Date(file.downloadedAt).toISOString() };
}

interface Judging {
  row: FileStudent;
  cell: FileMark;
  student: PageStudent;
  stamped: ReadonlyMap<number, Mark>;
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
  const refused = { ...place, name: nameWithId({ name, student_id: row.studentId }) };
  const refuse = (reason: string) => ({ refused: { ...refused, reason } });
  if (cell.reason !== undefined) return refuse(cell.reason);
  const { assessment, mark: yours } = cell;
  const was = stamped.get(assessment) ?? null;
  const stored = student.marks[String(assessment)];
  const theirs = stored?.mark ?? null;
  if (yours === was || yours === theirs) return undefined;
  const reason = whyAssessmentTakesNoMark(yours, totals.get(assessment));
  if (reason !== undefined) return refuse(reason);
  const named = { ...place, student_id: row.studentId, name, assesment_number: assessment };
  if (was === theirs) return { change: { ...named, old: theirs, new: yours } };
  return { conflict: { ...named, was, yours, theirs, by: stored?.by ?? null, at: stored?.at ?? null } };
}

/**
 * Why an assessment with this total cannot take a mark; undefined if it can. A `total` of undefined: there is no such
 * assessment.
 */
function whyAssessmentTakesNoMark(mark: Mark | null, total: number | null | undefined): string | undefined {
  if (total === undefined) return markBookRefusals.noSuchAssessment;
  if (mark === null) return undefined;
  if (total === null) return markBookWordings.noTotal;
  return !isMarkWord(mark) && mark > total ? markBookWordings.aboveTotal : undefined;
}
