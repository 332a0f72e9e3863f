/** A calendar day; in the sheet a real date, shown dd-MMM-yyyy. */
interface SheetDay {
  /** yyyy-MM-dd. */
  day: string;
}

/** Numbers stay numbers; what is to keep its leading zeros (ids, telephone numbers, SEA numbers) is text (rule 23). */
export type SheetCellValue = string | number | SheetDay | null;

/**
 * What a spreadsheet program may take for the start of a formula, in the sheet itself or in a CSV; also after
 * apostrophes, so that `unescapeCellText` can distinguish typed apostrophes from the one that `escapeCellText` adds.
 */
const startsLikeFormula = /^'*[=+\-@\t\r\n]/;
/** Excel's limit for the text of a cell. */
const longestText = 32_767;

/** Characters that XML cannot hold, escaped or not. */
const noCharacters = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
/** Looks like the file format's escape of a character: a text that contains it gets its first letter escaped. */
const likeEscape = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * Text that is safe in a cell: an apostrophe goes before what looks like a formula (rule 23). `unescapeCellText`
 * removes it.
 */
export function escapeCellText(text: string): string {
  const clean = text.toWellFormed().replaceAll(noCharacters, '');
  const safe = startsLikeFormula.test(clean) ? `'${clean}` : clean;
  const written = safe.replaceAll(likeEscape, '_x005F_');
  return written.length > longestText ? written.slice(0, longestText).toWellFormed() : written;
}

/** The text that `escapeCellText` wrote. */
export function unescapeCellText(written: string): string {
  const text = written.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return text.startsWith("'") && startsLikeFormula.test(text) ? text.slice(1) : text;
}

/**
 * A number with the 15 digits that spreadsheet programs keep and show: 18.000000000000004, the sum of a formula, is 18.
 */
export const withoutNoise = (value: number): number => Number(value.toPrecision(15));
