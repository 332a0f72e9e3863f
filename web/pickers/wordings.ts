/** Sentences of the choice of a lesson, and of its progress. */
export const pickerWordings = {
  allMarksEntered: 'All marks entered',
  noLessonsWithStudents: 'No lessons with students.',
  couldNotBeCounted: 'Could not be counted.',
  noCurrentTerm: 'No current term',
} as const;
