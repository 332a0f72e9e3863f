/** Sentences about values that are not saved yet. */
export const outboxWordings = {
  notSavedYet: 'Not saved yet',
  goToIt: 'Go to it',
  everythingIsSaved: 'Everything is saved.',
  working: 'Working',
  workGoesOn: 'What you typed has reached the server. What you asked for last is still being done.',
  formIsNotSaved: 'A form on this page has changes. Its own button saves them.',
} as const;
