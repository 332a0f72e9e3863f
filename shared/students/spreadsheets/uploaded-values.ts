import { displayDate } from '../../school/display-date.ts';
import { type StudentField, studentFields } from '../fields.ts';
import { createStudentValueReader, type StudentValueReader, type ValueLists } from '../values.ts';

/**
 * The reader of a spreadsheet's cells and of their corrections. Other than that of a form, it refuses dates whose day and month
 * may be swapped: in a form a person sees at once how "1/2/2010" was read, in two thousand rows nobody does.
 */
export function createUploadedValueReader(lists: ValueLists): StudentValueReader {
  const read = createStudentValueReader(lists);
  return (field, typed) => {
    const why = studentFields[field].type === 'date' ? ambiguousDayMessage(typed) : undefined;
    return why === undefined ? read(field, typed) : { refused: why };
  };
}

function ambiguousDayMessage(typed: string): string | undefined {
  const [, first = '', second = '', year] = /^\s*(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})\s*$/.exec(typed) ?? [];
  if (year === undefined || Number(first) === Number(second)) return undefined;
  if (Math.max(Number(first), Number(second)) > 12 || Number(first) * Number(second) === 0) return undefined;
  const either = [
    [second, first],
    [first, second],
  ].map(([month = '', day = '']) => displayDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`));
  return `This may be ${either[0]} or ${either[1]}. Please write the month as a word.`;
}

/**
 * A stored value as people read and type it: dates dd-MMM-yyyy, houses and choices by name. The reader above converts it back.
 */
export function displayStoredValue(
  field: StudentField,
  stored: string,
  { houses, codes }: Pick<ValueLists, 'houses' | 'codes'>,
): string {
  const { type, codes: list } = studentFields[field];
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(stored) ? displayDate(stored) : stored;
  if (type === 'house') return houses.find(({ id }) => id === stored)?.name ?? stored;
  if (type !== 'choice' || list === undefined) return stored;
  return codes[list].find(({ code }) => code === stored)?.name ?? stored;
}
