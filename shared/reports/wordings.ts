import { requestWordings } from '../http/wordings.ts';

/** Titles of the Reports menu, in its order. */
export const reportTitles = {
  studentSubject: 'Student by Class/Subject',
  reportCardAccess: 'E-Report Student Access Logs',
  failedLogins: 'Logins - Students Failed Logins',
  noLogins: 'Logins - Students Never Logged In',
} as const;

/** What each report of the menu shows. */
export const reportTexts = {
  studentSubject: 'Who takes a subject in a form level, class by class, with the teacher.',
  reportCardAccess: 'When report cards of a term were opened, and by whom: by class, account and link.',
  failedLogins: 'Sign-ins of students and links for parents that were refused, by day.',
  noLogins: 'Current students who have never signed in.',
} as const satisfies Record<keyof typeof reportTitles, string>;

/** File name of a report, without the ending; `about` are its parameters, and may be blank. */
export const reportFileName = (title: string, about: string): string =>
  [title.replaceAll('/', ' and '), about].filter((text) => text !== '').join(' - ');

/** What the screens of reports say; `downloadFailed` is fixed (product §8 "Messages"). */
export const reportWordings = {
  downloadFailed: 'An error occured. Unable to download spreadsheet',
  makeChoices: 'Make your choices above and press Show Report.',
  lastBeforeFirst: requestWordings.lastBeforeFirst,
  oneDay: 'Leave blank for one day.',
  chooseLevel: 'Choose a form level.',
  chooseSubject: 'Choose a subject.',
  chooseYear: 'Choose a year.',
  chooseTerm: 'Choose a term.',
  everybodySignedIn: 'Every current student has signed in.',
  nobodySignedIn: 'No student of the school has signed in yet.',
  firstSignIn: 'A first sign-in takes a student off this list.',
  noEntrance: 'Students of this school do not sign in.',
  openedByLink: 'Opened by link',
  noneOpened: 'No such report card was opened.',
  noneRefused: (days: string) => `No student was refused, ${days}.`,
  nobodyTakes: (level: string, subject: string) => `Nobody in ${level} takes ${subject}.`,
} as const;

/** Sentences of the office log (rule 11), on the screen and in its workbook. */
export const officeLogWordings = {
  subtitle: 'Who set, posted, promoted, registered and changed what. Marks have their history on the mark sheet.',
  spreadsheetFailed: requestWordings.spreadsheetFailed,
  nothingChanged: 'Nothing was changed.',
  /** Under the filter by student, while there are earlier lines. */
  studentsOfLinesShown: 'Students of the lines shown so far, or any student’s ID.',
  /** For an id that no line shown has: the server looks for it in the whole time. */
  everyLineOf: (studentId: string) => `Every line about the ID ${studentId}`,
  noLineOfStudent: 'No line shown so far is about this student. Type the ID to search all of them.',
  noneInThatTime: 'No changes in that time match the filters.',
  noneMatch: 'No changes match the filters.',
  noneInMonth: 'Nobody changed anything in this month. Choose another one above.',
  earlierFailed: 'Earlier changes could not be loaded.',
  onlyLatest: 'Only the latest changes are listed: choose a day, a kind or a person to see others.',
  onlyReadable: 'You see the values that you may open.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const reportScreenWordings = {
  lookFurtherBack: 'Look further back',
  showEarlierChanges: 'Show earlier changes',
} as const;
