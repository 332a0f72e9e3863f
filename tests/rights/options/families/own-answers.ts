import { listed, type OwnAnswers, type Row } from '../../own-answers.ts';

/** What is a student's own. */
export const ownOfFamilies: OwnAnswers = {
  'GET /api/my-reports': {
    shows: (body) => {
      const { student, reports } = body as { student: Row; reports: Row[] };
      return [String(student.name), ...reports.map(({ title }) => String(title))];
    },
    to: { 'student.S41': ['Pupil S41 Lastname S41', 'Term 1, 2024-2025'], 'student.S42': ['Pupil S42 Lastname S42'] },
  },
  'GET /api/my-report': {
    shows: listed('name', 'title'),
    to: { 'student.S41': ['Lastname S41, Pupil S41 Term 1, 2024-2025'] },
  },
  'GET /api/my-absence-note': {
    shows: listed('words'),
    to: { 'student.S41': ['A cold'], 'student.S42': ['A journey to the aunt'] },
  },
  'GET /api/my-registration': {
    shows: (body) => {
      const { fields } = body as { fields: Row[] };
      return fields.filter(({ field }) => field === 'last_name').map(({ value }) => String(value));
    },
    to: { 'student.S41': ['Lastname S41'], 'student.S42': ['Lastname S42'] },
  },
};
