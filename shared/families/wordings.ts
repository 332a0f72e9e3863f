import { pluralize } from '../pluralize.ts';

/** Sentences of the families' entrance, for the office and for families. */
export const familyWordings = {
  /** Rule 55: a near match is a question, never decided. */
  nearId: 'Another student’s ID differs from this one only in zeros at the start. Correct one of them first.',
  hasSignedIn: 'Has signed in with it.',
  accountsMade: (count: number) => `${pluralize(count, 'account')} of students made`,
  stillRunning: 'Accounts are still being made. Please wait until that has ended.',
  undoneAlready: 'This has been undone already.',
  noLetters: 'Nobody in this class waits for a letter: every student has signed in, or has no account yet.',
  printedAlready: 'These letters were printed already. Print them again: the earlier ones then end.',
  noAccount: (name: string) => `${name} has no account yet. Make accounts first.`,
  noReport: 'This report is not posted.',
} as const;

/** The office's screen. */
export const familyScreenWordings = {
  about: (address: string) =>
    `Students sign in at ${address} with their student ID and read their own posted reports. Each gets an account, and a letter with a one-time password.`,
  none: (count: number) =>
    `${pluralize(count, 'student')} on the register ${count === 1 ? 'has' : 'have'} no account yet.`,
  everybody: 'Every student on the register has an account.',
  makeQuestion: (count: number) =>
    `${pluralize(count, 'account')} will be made. It can be undone while nobody has signed in with it.`,
  lettersMean:
    'Each student of the class who has never signed in gets a new one-time password. Letters that were printed before stop working.',
  accountStates: {
    none: 'No account',
    unfinished: 'Being made',
    unused: 'Never signed in',
    used: 'Signs in',
  },
  neverOpened: 'Never opened',
  left: (count: number) => `${pluralize(count, 'student')} left out:`,
  kept: (count: number) => `${pluralize(count, 'account')} kept:`,
} as const;

/** The families' own page. */
export const familyPageWordings = {
  about: 'Term reports for students and their families',
  nothingTyped: 'Please type your student ID and your password.',
  notTheSame: 'The two passwords are not the same.',
  choose: 'Choose a password of your own',
  nothingPosted: 'No report is posted yet. The school posts reports at the end of a term.',
  someMissing: (entered: number, of: number) => `${entered} of ${of} subjects have marks.`,
  newTerm: (day: string) => `The new term begins on ${day}.`,
} as const;

/** The letter to a family. */
export const letterWordings = {
  title: (classId: string) => `Letters to families, ${classId}`,
  head: 'Your term reports on the web',
  address: 'Address',
  id: 'Student ID',
  password: 'One-time password',
  steps: [
    'Open the address in a browser, or scan the square with the camera of a phone.',
    'Type the student ID and the one-time password.',
    'Choose a password of your own. Nobody at the school can read it.',
  ],
  until: (day: string) => `The one-time password works once, until ${day}. The office makes another one.`,
} as const;
