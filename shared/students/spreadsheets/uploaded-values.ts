import { displayDate } from '../../school/display-date.ts';
import { ambiguousDays } from '../../school/parse-day.ts';
import { type StudentField, studentFields } from '../fields.ts';
import { createStudentValueReader, type StudentValueReader, type ValueLists } from '../values.ts';

/**
 * The reader of a spreadsheet's cells and of their corrections. Other than that of a form, it refuses dates whose day
 * and month may be swapped: in a form a person sees at once how "1/2/2010" was read, in two thousand rows nobody does.
 */
export function createUploadedValueReader(lists: ValueLists): StudentValueReader {
  const read = createStudentValueReader(lists);
  return (field, typed) => {
    const why = studentFields[field].type === 'date' ? ambiguousDayMessage(typed) : undefined;
    return why === undefined ? read(field, typed) : { refused: why };
  };
}

function ambiguousDayMessage(typed: string): string | undefined {
  const days = ambiguousDays(typed);
  return (
    days &&
    `This may be ${displayDate(days.dayFirst)} or ${displayDate(days.monthFirst)}. Please write the month as a word.`
  );
}

/**
 * A stored value as people read and type it: dates dd-MMM-yyyy, houses and choices by name. The reader above converts
 * it back.
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
