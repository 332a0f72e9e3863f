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
