import { type StudentField, type StudentFieldType, studentFields } from '#shared/students/fields.ts';

const byType: Partial<Record<StudentFieldType, string>> = {
  date: 'A date, such as 05-Sep-2014.',
  number: 'A whole number.',
  phone: 'A telephone number, such as 868-555-0123.',
  email: 'An e-mail address.',
  'yes or no': 'Yes or No.',
  choice: 'One of the list.',
  class: 'One of the school’s classes. A new student must have one.',
  house: 'One of the school’s houses.',
};

const ofField: Partial<Record<StudentField, string>> = {
  id: 'Leave it empty for a new student: the next number is given. With the ID of a student who is there, the row changes that student.',
  last_name: 'A new student must have one. At most 120 characters.',
  first_name: 'A new student must have one. At most 120 characters.',
};

/** What belongs into a column, in a sentence or two: at most 255 characters, as spreadsheet programs show. */
export function columnNote(field: StudentField): string {
  const { type, limit } = studentFields[field];
  const written = `Text, at most ${limit} characters. Leading zeros are kept.`;
  return ofField[field] ?? byType[type] ?? written;
}
