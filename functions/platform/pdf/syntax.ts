/** An indirect object's number; every object of ours has generation 0. */
export type ObjectNumber = number;

/** `12 0 R`. */
export const objectReference = (object: ObjectNumber): string => `${object} 0 R`;

/** A coordinate or length with the two decimals that are worth printing (0.007 mm), never in exponent form. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A text string for dictionaries: plain when it is ASCII, otherwise UTF-16 with a byte order mark. */
export function pdfTextString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  let hex = 'FEFF';
  for (let i = 0; i < text.length; i++) hex += hex16(text.charCodeAt(i));
  return `<${hex}>`;
}

/** `D:20260403101500Z`. */
export function pdfDateString(date: Date): string {
  return `(D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`;
}

/** Four upper-case hexadecimal digits of an unsigned 16-bit number. */
export const hex16 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
