/** Sentences about values that are not saved yet. */
export const outboxWordings = {
  notSavedYet: 'Not saved yet',
  goToIt: 'Go to it',
  everythingIsSaved: 'Everything is saved.',
} as const;
