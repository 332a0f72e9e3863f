import { type StudentField, type StudentFieldType, studentFields } from '#shared/students/fields.ts';

/** In characters of the plain font: what most values of the kind need. */
const widths: Partial<Record<StudentFieldType, number>> = {
  'long text': 40,
  text: 22,
  email: 28,
  phone: 16,
  choice: 18,
  date: 14,
};

/** Of a column of the field: its heading is read without widening it. */
export const columnWidth = (field: StudentField): number => {
  const { type, label } = studentFields[field];
  return Math.max(widths[type] ?? 10, Math.min(label.length + 2, 24));
};
