/** Sentences of the shells and of pages that are not there. */
export const appWordings = {
  skipToContent: 'Skip to content',
  enterMarksCourseWork: 'Enter Marks - Course Work',
  thereIsNoSuchPage: 'There is no such page.',
  goToTheStart: 'Go to the start',
  lettersToFamilies: 'Letters to Families',
  enterMarksEndOfTerm: 'Enter Marks - End of Term',
  pageCouldNotBeOpened: 'This page could not be opened.',
} as const;
