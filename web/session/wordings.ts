/** Sentences around the session: signing in again, signing out, a new password. */
export const sessionWordings = {
  pleaseSignInAgain: 'Please sign in again',
  typedIsKept: 'What you type is kept on this device, for you alone, and saved once you are back.',
  formWaits: 'What you typed into the form is not saved. It waits on this page: save it once you are back.',
  staySignedIn: 'Stay signed in',
  logOutWithoutSaving: 'Log out without saving?',
  youAreStillSignedIn: 'You are still signed in',
  showThatItIsYou: 'First show that it is you',
  notKnownYet: 'Not known yet',
  easyToGuess: 'Easy to guess',
  veryHardToGuess: 'Very hard to guess',
  aPasswordIs: 'A password is',
} as const;

/** Titles and links that the menu and a screen say. */
export const screenTitles = {
  backToMainMenu: 'Back to main menu',
  yourMarksThisTerm: 'Your marks this term',
  enterMarksCourseWork: 'Enter Marks - Course Work',
  enterMarksEndOfTerm: 'Enter Marks - End of Term',
} as const;
