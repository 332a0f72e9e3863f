/** Sentences of lists that several screens have. */
export const listWordings = {
  noStudentFound: 'No student found',
  leftAsTheyAre: 'Left as they are',
  theArchiveIsEmpty: 'The archive is empty',
  nameIdOrClass: 'Name, ID or class',
} as const;
