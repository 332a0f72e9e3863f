/** Wordings of product §2, §5 and §8; where the spec shows none, ours. */
export const authMessages = {
  signedOutForInactivity: 'You have been signed out due to inactivity. Please sign back in to continue.',
  loginErrorTitle: 'Login Error',
  noServer: 'Unable to connect to the server. Please check your network connection or contact your administrator.',
  userNameEmpty: 'Username field empty',
  /** One sentence for every reason, so that it never tells whether an account exists (rule 18). */
  wrongCredentials: 'The username or password is not correct.',
  tooManyTries: 'Too many sign-in attempts. Please wait a few minutes and try again.',
  challengeOver: 'The time to choose a new password is over. Please sign in again.',
  samePassword: 'This is the password that you have. Please choose another one.',
  notSignedIn: 'Please sign in to continue.',
  stationEnded: 'This scan station was ended. Ask the office for a new link.',
  csrf: 'Your session needs to be refreshed. Please try again.',
  forbidden: 'You are not allowed to do this.',
  countdown: (seconds: number) => `You will be logged out in ${seconds} seconds`,
} as const;
