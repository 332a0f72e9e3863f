import type { StudentFieldType } from '#shared/students/fields.ts';
import type { ReadCell } from '../../../platform/xlsx/read-sheet.ts';

/** What a cell says in words, as somebody would have typed it; with the reason where it is not taken. */
export interface CellText {
  text: string;
  reason?: string;
}

/** A cell's text of which more than this is no fact of a student, in UTF-16 units. */
export const longestCell = 1000;

/**
 * A cell as text for the reader of typed values. What a program made of the typed value is undone where that is certain: a
 * date is a day, a whole number its digits. A formula is read by the value that the program stored of it.
 */
export function cellText(cell: ReadCell, type: StudentFieldType): CellText {
  switch (cell.kind) {
    case 'formula':
      return { text: '', reason: 'A formula without a stored value. Please type the value.' };
    case 'date':
      if (type !== 'date')
        return { text: cell.day, reason: 'The program made a date of this. Please type what it was.' };
      return { text: cell.day };
    case 'number':
      return numberText(cell.value, type);
    case 'text':
      return cell.value.length <= longestCell
        ? { text: cell.value }
        : { text: cell.value.slice(0, longestCell), reason: `At most ${longestCell} characters.` };
    case 'other':
      return otherText(cell.value, type);
  }
}

function numberText(value: number, type: StudentFieldType): CellText {
  const text = String(value);
  if (type === 'date')
    return { text, reason: 'A number, not a date. Please type day, month’s name and year: dd-mmm-yyyy.' };
  // Programs keep 15 digits; what has more was changed when it was typed.
  if (Math.abs(value) >= 1e15) return { text, reason: 'The number has too many digits. Please type it as text.' };
  return { text };
}

/** True and false are numbers in the file; everything else of the kind is an error such as #REF!. */
function otherText(value: string, type: StudentFieldType): CellText {
  if (type === 'yes or no' && (value === '1' || value === '0')) return { text: value === '1' ? 'Yes' : 'No' };
  return { text: value, reason: 'The cell has an error in the file. Please type the value.' };
}
