import type { DayOrderQuestion } from '#shared/file-questions.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { ambiguousDays, type DayOrder, parseDay } from '#shared/school/parse-day.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { decideDayOrder, toDayOrderQuestion } from '../../platform/xlsx/day-order.ts';

/** The text of a cell as it would be typed, with the reason where the cell is refused. */
export interface CellText {
  text: string;
  reason?: string;
  /** The file has this number, which is a day. */
  number?: string;
}

/** A row that is not empty, with the cells that are not blank. */
export interface FileRow {
  /** The row number in the spreadsheet program, from 1. */
  row: number;
  cells: ReadonlyMap<StudentField, CellText>;
}

interface ReadDays {
  /** The rows with every ambiguous date whose order is known replaced by the date that it is. */
  rows: FileRow[];
  /** How dates were read. */
  notes: string[];
  question: DayOrderQuestion;
}

/**
 * Decides the order of day and month for each column of dates by its own rows (rule 73); columns that prove none have
 * the order `answered`, and are asked about without it. Where a column proves both orders, its ambiguous dates stay as
 * written.
 */
export function readDayColumns(
  rows: readonly FileRow[],
  fields: readonly StudentField[],
  answered: DayOrder | undefined,
): ReadDays {
  const columns = fields
    .filter((field) => studentFields[field].type === 'date')
    .map((field) => {
      const texts = rows.flatMap(({ cells }) => cells.get(field)?.text ?? []);
      return { field, ...decideDayOrder(studentFields[field].label, texts, answered) };
    });
  const orders = new Map(columns.map(({ field, order }) => [field, order]));
  return {
    rows: rows.map((row) => ({ ...row, cells: readCells(row.cells, orders) })),
    notes: columns.flatMap(({ notes }) => notes),
    question: toDayOrderQuestion(columns.flatMap(({ open }) => open ?? [])),
  };
}

function readCells(
  cells: FileRow['cells'],
  orders: ReadonlyMap<StudentField, DayOrder | undefined>,
): ReadonlyMap<StudentField, CellText> {
  return new Map(
    [...cells].map(([field, cell]) => {
      const order = orders.get(field);
      const day = order && ambiguousDays(cell.text) && parseDay(cell.text, order);
      return [field, day === undefined ? cell : { ...cell, text: displayDate(day) }];
    }),
  );
}
