import type { DayOrderQuestion } from '#shared/file-questions.ts';
import { displayDate } from '#shared/school/display-date.ts';
import {
  ambiguousDays,
  type ColumnOrder,
  type DayOrder,
  findColumnOrder,
  hasOpenOrder,
  parseDay,
  provenOrder,
} from '#shared/school/parse-day.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';

interface OpenColumn extends ColumnOrder {
  label: string;
}

export interface DecidedOrder {
  /** Undefined where no date is ambiguous, where it is to be asked, and where the column proves both. */
  order: DayOrder | undefined;
  /** What a person has to say; undefined where nothing is open. */
  open: OpenColumn | undefined;
  /** How the dates were read. */
  notes: string[];
}

/**
 * Decides the order of day and month of a column by its texts, or by what was `answered` where they prove nothing (rule
 * 73). `label` names the column in the notes.
 */
export function decideDayOrder(label: string, texts: Iterable<string>, answered: DayOrder | undefined): DecidedOrder {
  const found = findColumnOrder(texts);
  const { ambiguous, dayFirst, monthFirst } = found;
  if (dayFirst !== undefined && monthFirst !== undefined) {
    const notes = ambiguous === undefined ? [] : [spreadsheetWordings.daysOfBothOrders(label, dayFirst, monthFirst)];
    return { order: undefined, open: undefined, notes };
  }
  const order = provenOrder(found) ?? answered;
  if (ambiguous === undefined || order === undefined)
    return { order, open: hasOpenOrder(found) ? { ...found, label } : undefined, notes: [] };
  const day = displayDate(parseDay(ambiguous, order) ?? '');
  const proof = dayFirst ?? monthFirst;
  const note =
    proof === undefined
      ? spreadsheetWordings.daysAnswered(label, ambiguous, day)
      : spreadsheetWordings.daysProven(label, ambiguous, day, proof);
  return { order, open: undefined, notes: [note] };
}

/** The one question of a file, about all its columns that prove no order. Null without any. */
export function toDayOrderQuestion(open: readonly OpenColumn[]): DayOrderQuestion {
  const text = open[0]?.ambiguous ?? '';
  const days = ambiguousDays(text);
  const dates = open.reduce((sum, { count }) => sum + count, 0);
  const columns = open.map(({ label }) => label);
  return days ? { columns, text, dates, day_first: days.dayFirst, month_first: days.monthFirst } : null;
}
