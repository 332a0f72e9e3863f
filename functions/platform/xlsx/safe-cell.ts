/** A calendar day; in the sheet a real date, shown dd-MMM-yyyy. */
export interface Day {
  /** yyyy-MM-dd. */
  day: string;
}

/** Numbers stay numbers; what is to keep its leading zeros (ids, telephone numbers, SEA numbers) is text (rule 23). */
export type CellValue = string | number | Day | null;

/**
 * What a spreadsheet program may take for the start of a formula, in the sheet itself or when it is saved as CSV; and the same behind
 * apostrophes, so that those that somebody typed are told from the one that is written here.
 */
const startsLikeFormula = /^'*[=+\-@\t\r\n]/;
/** Excel takes no longer text in a cell. */
const longestText = 32_767;

/** Characters that XML cannot hold, escaped or not. */
const noCharacters = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
/** The file format's own way to write a character: where a text has it by itself, its first letter is written so. */
const likeEscape = /_(?=x[0-9a-f]{4}_)/gi;

/**
 * Text as it may be in a cell: where it starts like a formula an apostrophe goes before it, as people type it themselves
 * (rule 23). `plainText` takes it away again.
 */
export function safeText(text: string): string {
  const clean = text.toWellFormed().replaceAll(noCharacters, '');
  const safe = startsLikeFormula.test(clean) ? `'${clean}` : clean;
  const written = safe.replaceAll(likeEscape, '_x005F_');
  return written.length > longestText ? written.slice(0, longestText).toWellFormed() : written;
}

/** The text that `safeText` wrote. */
export function plainText(written: string): string {
  const text = written.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return text.startsWith("'") && startsLikeFormula.test(text) ? text.slice(1) : text;
}
