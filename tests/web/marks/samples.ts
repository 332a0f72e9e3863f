import type { MarkSheetRow } from '#shared/marks/mark-sheet/contract.ts';
import type { Lesson } from '#shared/people/contract.ts';

/** Mathematics of 1A, taught by E17. */
export const lesson1A: Lesson = {
  id: '2025-MATH-1A',
  employee_id: 'E17',
  academic_year_id: '20252026',
  subject_id: 'MATH',
  subject_title: 'Mathematics',
  subject_abbr: 'MATH',
  form_level: 1,
  class_id: '1A',
  form_classes: ['1A'],
  lesson: 'Mathematics 1A',
};

/** Mathematics of form 4. */
export const mathematicsForm4: Lesson = {
  ...lesson1A,
  id: 'MATH-4',
  form_level: 4,
  class_id: null,
  form_classes: ['4A', '4B'],
  lesson: 'Mathematics Form 4',
};

export const weightedScheme = { course: { max: 30, weight: 30 }, exam: { max: 70, weight: 70 } };

/** A row of the mark sheet of 1A with a course mark and nothing typed. */
export const markSheetRow = (student_id: string, name: string, more: Partial<MarkSheetRow> = {}): MarkSheetRow => ({
  student_id,
  subject_id: 'MATH',
  year: 2025,
  term: 1,
  employee_id: null,
  name,
  class_id: '1A',
  form_level: 1,
  picture: null,
  course_mark: 20,
  course_work: { mark: 40, out_of: 60 },
  exam_mark: null,
  exam_out_of: null,
  late: null,
  absent: null,
  app: null,
  con: null,
  comment: null,
  registered: true,
  ...more,
});
