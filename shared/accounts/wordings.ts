import { maxCurrentTeacherNumber } from '../people/teacher.ts';

/** Wordings of product §2, §5 and §8, and our own. */
export const accountWordings = {
  teacherAdded: 'Teacher added succesfully',
  teacherUpdated: 'Teacher updated succesfully',
  teacherNotSaved: 'An error occured, data not saved.',
  fieldsMissing: 'Please fill all required fields.',
  archivedByNumber:
    'A number above 999 archives the teacher: the sign-in ends, and lessons and classes wait for others.',
  resetQuestion: (name: string) => `Reset ${name} password ?`,
  wasReset: (name: string) => `${name} password reset.`,
  notReset: 'Error occured.',
  secondFactorReset: (name: string) => `${name} signs in with the password alone.`,
  resetMeans:
    'Anybody who is signed in with it is signed out at once. The next sign-in is with a one-time password, which is shown here.',
  passwordNotArrived:
    'The one-time password was in an answer that did not arrive. It is under “New sign-ins” for an hour; Reset makes another one.',
  numberArchives: `Numbers above ${maxCurrentTeacherNumber} belong to archived teachers.`,
} as const;

/** What the calls about accounts refuse. */
export const accountRefusals = {
  noSecondFactor: (name: string) => `${name} has no second factor.`,
  noSuchAccount: 'There is no such account.',
  noSuchAdministrator: 'There is no such administrator.',
  notOwnAccount: 'You cannot change your own account here.',
  isAdministrator: (name: string) => `${name} is an administrator: see Administrators.`,
  /** The table has it, the identity store not yet. */
  unfinished: 'It is saved, but the sign-in could not be set up yet. Please try again.',
  busy: 'This sign-in is being changed at this moment. Please try again in a moment.',
} as const;

/** Wordings of product §2, §5 and §8, and our own. */
export const authWordings = {
  signedOutForInactivity: 'You have been signed out due to inactivity. Please sign back in to continue.',
  loginErrorTitle: 'Login Error',
  noServer: 'Unable to connect to the server. Please check your network connection or contact your administrator.',
  userNameEmpty: 'Username field empty',
  notSignedIn: 'Please sign in to continue.',
  countdown: (seconds: number) => `You will be logged out in ${seconds} seconds`,
} as const;

/** What the calls of the sign-in refuse, and every call without a session. */
export const authRefusals = {
  /** One sentence for every reason, so that it never tells whether an account exists (rule 18). */
  wrongCredentials: 'The username or password is not correct.',
  tooManyTries: 'Too many sign-in attempts. Please wait a few minutes and try again.',
  waitSeconds: (seconds: number) =>
    `Too many sign-in attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
  proofDue: 'Please show first that it is you: type your password.',
  challengeOver: 'You took too long to choose a new password. Please sign in again.',
  samePassword: 'This is your present password. Please choose another one.',
  currentPasswordWrong: 'The current password is not correct.',
  codeWrong: 'The code is not correct. Please type the one that the app shows now.',
  codeUsed: 'This code was used already. Please wait for the next one.',
  recoveryCodeWrong: 'This is not one of your recovery codes, or it was used already.',
  stepOver: 'You took too long to type the code. Please sign in again.',
  setUpOver: 'You took too long to set up the app. Please begin again.',
  secondFactorDemanded: 'Your school asks for a second factor from everybody here. You can move it to another phone.',
  secondFactorOff: 'Your school has no second factor for accounts like yours.',
  secondFactorMissing: 'No second factor is set up.',
  tooFast: (seconds: number) =>
    `Too many clicks at once. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`}: what you typed is kept.`,
  stationEnded: 'This scan station was ended. Ask the office for a new link.',
  csrf: 'Please press the button again.',
  forbidden: 'You are not allowed to do this.',
} as const;

/**
 * Record and group of an account disagree. A reset puts the group right. Apart from the others, which every page loads.
 */
export const signInNotSetUp =
  'This sign-in is not set up correctly. Please ask the office, or another administrator, to reset your password.';

/** Sentences of the screens that several places or the tests say. */
export const signInScreenWordings = {
  adminSignIn: 'Admin Sign in',
  lostDevice: 'Lost your device? Another administrator can reset it.',
  ownerGoesOn:
    'If an authenticator app is set up for you, type one of its recovery codes too and go on. It is not used up.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const accountScreenWordings = {
  whereYouAreSignedIn: 'Where you are signed in',
  colours: 'Light, dark, or the same as this phone.',
  endAllOthers: 'End all others',
  signedOutEverywhereElse: 'Signed out everywhere else.',
  passwordChanged: 'Password changed. You are signed out everywhere else.',
  setUpAnApp: 'Set up an app',
  setUpAnAuthenticatorApp: 'Set up an authenticator app',
  iHaveKeptThem: 'I have kept them',
  fewRecoveryCodesLeft: 'You have few recovery codes left.',
  makeNewCodes: 'Make new codes',
  makeNewRecoveryCodes: 'Make new recovery codes',
  endSecondFactor: 'End second factor',
  passwordAloneSignsIn: 'Your password alone signs you in.',
  askEverywhereAgain: 'Ask everywhere again',
  nextSignInAsksForCode: 'The next sign-in asks for a code, on every device.',
  moveToAnotherPhone: 'Move to another phone',
} as const;
