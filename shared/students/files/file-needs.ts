import type { CallNeeds } from '../../http/contract.ts';

/** What takes a student's file out of use reaches. */
export const replacing = {
  'student-files': ['read', 'delete'],
  pictures: ['read', 'delete'],
  'replaced-files': ['write'],
} as const satisfies CallNeeds['files'];

/** What makes a file a student's reaches, an earlier one, too. */
export const bringingBack = {
  'student-files': ['read', 'write', 'delete'],
  pictures: ['read', 'write', 'delete'],
  'replaced-files': ['read', 'write'],
} as const satisfies CallNeeds['files'];
