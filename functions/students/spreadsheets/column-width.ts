import { type StudentField, type StudentFieldType, studentFields } from '#shared/students/fields.ts';

/** Width that most values of the type need, in characters of the plain font. */
const widths: Partial<Record<StudentFieldType, number>> = {
  'long text': 40,
  text: 22,
  email: 28,
  phone: 16,
  choice: 18,
  date: 14,
};

/** The width of a field's column, with room for its heading. */
export const sheetColumnWidth = (field: StudentField): number => {
  const { type, label } = studentFields[field];
  return Math.max(widths[type] ?? 10, Math.min(label.length + 2, 24));
};
