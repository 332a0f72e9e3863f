import type { StudentGroup } from '#shared/students/fields.ts';

export const groupTitles: Readonly<Record<StudentGroup, string>> = {
  student: 'Student',
  contact: 'Contact',
  family: 'Family',
  'school history': 'School history',
  personal: 'Personal',
  technology: 'Technology',
  medical: 'Medical',
  files: 'Files',
};
