/** Remarks alike: at least so many, and such a part of the column. Short ones are alike by nature. Characters. */
const alike = { least: 5, part: 0.25, length: 25 } as const;
/** Part of a column that ends with a full stop, so that one without is unfinished. */
const mostlyStopped = 0.8;

/** Whether the remarks of a column, none of them blank, end with a full stop, so that one without is unfinished. */
export function doMostEndWithStop(texts: readonly string[]): boolean {
  const stopped = texts.filter((text) => /[.!?]$/.test(text)).length;
  return texts.length >= alike.least && stopped >= mostlyStopped * texts.length;
}

/** The words of a remark, without its student. */
export const wordsToCompare = (text: string, { firstName }: { firstName: string }): string =>
  (firstName === '' ? text : text.replaceAll(firstName, '*'))
    .toLowerCase()
    .replace(/\b(?:he|she|his|her|him)\b/g, '*')
    .replace(/\s+/g, ' ');

/** Whether words that are there `times` in a column of so many remarks are copied, and not alike by chance. */
export const areSameForMany = (words: string, { times, of }: { times: number; of: number }): boolean =>
  words.length >= alike.length && times >= alike.least && times >= alike.part * of;
