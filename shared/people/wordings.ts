export const noSuchTeacher = 'There is no such teacher.';

/** Wordings of product §8 "Lesson / class saves". */
export const lessonMessages = {
  saving: 'Saving',
  saved: 'Saved',
  failed: 'Error Occured',
} as const;
