/** Sentences about values that are not saved yet. */
export const outboxWordings = {
  notSavedYet: 'Not saved yet',
  goToIt: 'Go to it',
  everythingIsSaved: 'Everything is saved.',
  formIsNotSaved: 'A form on this page has changes. Its own button saves them.',
} as const;
