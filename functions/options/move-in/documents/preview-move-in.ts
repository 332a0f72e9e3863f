import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import {
  kindFields,
  type MoveInKind,
  moveInKinds,
  noField,
  noKind,
  termOfField,
} from '#shared/options/move-in/kinds.ts';
import { waitsForAnswer, moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import { callHandler, reportWorkbook } from '../../../platform/requests/call-handler.ts';
import { limitNotes } from '../../../platform/xlsx/read-list.ts';
import { toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import { labelOfField } from '../judging/file-rows.ts';
import type { JudgedFile } from '../judging/judge-file.ts';
import { judgeUpload } from '../judging/judge-upload.ts';
import type { JudgedRow } from '../judging/judged-row.ts';
import { readKnownSchool } from '../known-school.ts';
import { textOf } from '../reading/cell-text.ts';
import { examplesOfColumn, type RecognizedSheet } from '../reading/recognize-sheet.ts';

export const previewMoveIn = callHandler(moveInContract.previewMoveIn, {
  handle: async ({ input: { file, said = {}, format }, caller, request: { now } }) => {
    const known = await readKnownSchool();
    const { read, isFixed, judged } = await judgeUpload(file, { known, said, caller, now });
    if (format === 'xlsx') {
      // exceljs takes long to load: only workbooks load it.
      const { renderRefusedRows } = await import('../workbook/refused-rows.ts');
      return reportWorkbook(
        await renderRefusedRows(read.sheets, { rows: judged.rows, said, now }),
        'Refused Rows.xlsx',
      );
    }
    return { ...toPreview(judged), sheets: isFixed ? [] : read.sheets.map(toSheet) };
  },
});

const maxNotes = 50;
/** Rows of the answer: refused ones to be corrected, and some of each kind that would be stored. */
const most = { refused: 500, stored: 50 } as const;

const isToStore = ({ state }: JudgedRow): boolean => state === 'new' || state === 'changed' || state === 'removed';

function toPreview({ rows, notes, dayOrder, names, alike, choices, plan }: JudgedFile): Omit<MoveInPreview, 'sheets'> {
  const count = (kind: MoveInKind, state: JudgedRow['state']) =>
    rows.filter((row) => row.kind === kind && row.state === state).length;
  const refused = rows.filter(({ state }) => state === 'refused');
  const [waiting, own] = [true, false].map((waits) => refused.filter(({ note }) => waitsForAnswer(note) === waits));
  const listed = [
    ...[...(own ?? []), ...(waiting ?? [])].slice(0, most.refused),
    ...moveInKinds.flatMap((kind) => rows.filter((row) => row.kind === kind && isToStore(row)).slice(0, most.stored)),
  ];
  return {
    day_order: dayOrder,
    names: [...names],
    alike: [...alike],
    counts: moveInKinds
      .filter((kind) => rows.some((row) => row.kind === kind))
      .map((kind) => ({
        kind,
        new: count(kind, 'new'),
        changed: count(kind, 'changed'),
        removed: count(kind, 'removed'),
        same: count(kind, 'same'),
        refused: count(kind, 'refused'),
      })),
    rows: listed.map(({ move: _move, record: _record, ...row }) => row),
    notes: limitNotes(notes, maxNotes),
    choices: choices.map(({ of, values }) => ({ of, values })),
    plan,
  };
}

/** Of a column that is read what its rows have, without sums below them. */
function toSheet({ name, kind, columns, rows, period }: RecognizedSheet): MoveInPreview['sheets'][number] {
  const examplesOf = (field: string) =>
    [...new Set(rows.map(({ cells }) => textOf(cells.get(field))).filter((text) => text !== ''))].slice(
      0,
      examplesOfColumn,
    );
  return {
    name,
    kind,
    rows: rows.length,
    period: period !== null && isWithoutTerm(columns) ? { ...period, of_columns: hasTerms(columns) } : null,
    columns: columns.map(({ column, headings, field, examples, more = [] }) => ({
      column: toColumnLetters(column),
      heading: headings.join(', '),
      field,
      examples: field === noField ? [...examples] : examplesOf(field),
      more: kind === noKind ? [] : moreOf(kind, field, more),
    })),
    fields: kind === noKind ? [] : fieldsOfKind(kind).map((field) => ({ field, label: labelOfField(kind, field) })),
  };
}

/** Whether a column is missing that would say of which year and term a row is. */
function isWithoutTerm(columns: RecognizedSheet['columns']): boolean {
  const has = (wanted: string) => columns.some(({ field }) => field === wanted);
  const saysYear = columns.every(({ field }) => termOfField(field).term === null || termOfField(field).year !== null);
  return !(has('year') || (hasTerms(columns) && saysYear)) || !(has('term') || hasTerms(columns));
}

/** Whether columns of subjects say of which term they are. */
const hasTerms = (columns: RecognizedSheet['columns']): boolean =>
  columns.some(({ field }) => termOfField(field).term !== null);

/** What a column is, where that is no field of its kind, and what else it may be. */
function moreOf(kind: MoveInKind, field: string, more: readonly string[]): { field: string; label: string }[] {
  const fields = new Set(field === noField ? more : [field, ...more]);
  for (const one of fieldsOfKind(kind)) fields.delete(one);
  const labelOf = (one: string) => (kind === 'takers' ? wordings.subjectColumn : labelOfField(kind, one));
  return [...fields].map((one) => ({ field: one, label: labelOf(one) }));
}

/** What a column of a sheet may be. */
const fieldsOfKind = (kind: MoveInKind): string[] => [
  ...Object.keys(kindFields[kind]),
  ...(kind === 'students' ? spreadsheetFields : []),
];
