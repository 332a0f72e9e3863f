import { deleteNotePicture } from './records/family-note.ts';

/** What the erasure of a student does with the records of families. */
export const erasureRules = {
  'failed-address': 'delete',
  'family-mail': 'delete',
  'family-note': {
    deleteFirst: ({ studentId, sk }: { studentId: string; sk: string }) => deleteNotePicture({ studentId, id: sk }),
  },
  'note-upload': 'delete',
  'registration-proposal': 'delete',
  'report-link': 'delete',
} as const;
