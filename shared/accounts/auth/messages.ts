/** Wordings of product §2, §5 and §8; where the spec shows none, ours. */
export const authMessages = {
  signedOutForInactivity: 'You have been signed out due to inactivity. Please sign back in to continue.',
  loginErrorTitle: 'Login Error',
  noServer: 'Unable to connect to the server. Please check your network connection or contact your administrator.',
  userNameEmpty: 'Username field empty',
  /** One sentence for every reason, so that it never tells whether an account exists (rule 18). */
  wrongCredentials: 'The username or password is not correct.',
  tooManyTries: 'Too many sign-in attempts. Please wait a few minutes and try again.',
  waitSeconds: (seconds: number) =>
    `Too many sign-in attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
  proofDue: 'Please show first that it is you: type your password.',
  challengeOver: 'The time to choose a new password is over. Please sign in again.',
  samePassword: 'This is the password that you have. Please choose another one.',
  codeWrong: 'The code is not correct. Please type the one that the app shows now.',
  codeUsed: 'This code was used already. Please wait for the next one.',
  recoveryCodeWrong: 'This is none of your recovery codes, or it was used already.',
  stepOver: 'The time to type the code is over. Please sign in again.',
  setUpOver: 'The time to set up the app is over. Please begin again.',
  secondFactorDemanded: 'Your school asks for a second factor from everybody here. You can move it to another phone.',
  secondFactorOff: 'Your school has no second factor for accounts like yours.',
  secondFactorMissing: 'No second factor is set up.',
  tooFast: (seconds: number) =>
    `This browser has asked for very much in a short time. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`}: what you typed is kept.`,
  notSignedIn: 'Please sign in to continue.',
  stationEnded: 'This scan station was ended. Ask the office for a new link.',
  csrf: 'Your session needs to be refreshed. Please try again.',
  forbidden: 'You are not allowed to do this.',
  countdown: (seconds: number) => `You will be logged out in ${seconds} seconds`,
} as const;
