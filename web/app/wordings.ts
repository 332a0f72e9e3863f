/** Sentences of the shells and of pages that are not there. */
export const appWordings = {
  skipToContent: 'Skip to content',
  thereIsNoSuchPage: 'There is no such page.',
  goToTheStart: 'Go to the start',
  help: 'Help',
  pageCouldNotBeOpened: 'This page could not be opened.',
} as const;
