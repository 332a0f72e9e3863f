import { pluralize } from '../pluralize.ts';
/** Sentences of screens, answers and files. Those of product §5 and §8 are fixed to the letter. */
export const markSheetWordings = {
  notSaved:
    'An error has occured while saving the marks. Unable to save marks please contact the system administrator.',
} as const;

/** What the calls of the mark sheet refuse. */
export const markSheetRefusals = {
  notTaking: 'This student does not take this subject.',
  notOnSheet: (studentId: string) => `${studentId} is not on this sheet.`,
  changedMeanwhile: 'Has been changed.',
} as const;

/** Names of a subject record's typed fields. */
export const subjectFieldLabels = {
  exam_mark: 'Exam mark',
  late: 'Times late',
  absent: 'Times absent',
  app: 'Application',
  con: 'Conduct',
  comment: 'Comment',
} as const;

export const commentWordings = {
  gone: 'This comment has been deleted.',
  changed: 'Somebody has changed this comment. Close this window and open it again.',
  tooMany: (limit: number) => `At most ${limit} comments are kept. Delete one to add another.`,
  rangeReversed: 'The second total must not be below the first.',
  noVersion: 'Something went wrong on this page. Reload it, and try again.',
} as const;

export const markBookWordings = {
  noTotal: 'Assesment has no Total. Please Edit Assesment and enter Total to continue.',
  aboveTotal: 'Mark Entered is greater than the assigned total.',
  fieldsBlank: 'Fields Blank',
  confirmDelete: 'Are you sure you want to delete this assessment?',
  notDeleted: 'An Error has occured. Assessment could not deleted.',
} as const;

/** What the calls of the mark book refuse. */
export const markBookRefusals = {
  noSuchAssessment: 'There is no such assessment.',
  assessmentDeleted: 'This assessment has been deleted.',
  assessmentExpired: 'This assessment cannot be restored any more.',
  assessmentBusy: 'This assessment is being changed just now. Please try again.',
  tooManyAssessments: (limit: number) => `A page holds at most ${limit} assessments.`,
  firstStay: (count: number) => `The first ${count} assessments of a page cannot be deleted.`,
  keepTotal: 'Marks have been given. Please keep a total.',
  marksAbove: (count: number, total: number) =>
    `${pluralize(count, 'student has', 'students have')} a mark above ${total}.`,
  notTaught: 'This teacher does not teach this subject to this class.',
  studentNotTaught: 'This student is not taught this subject by this teacher.',
  studentMoved: 'This student is in another class now. Please open the page again.',
  studentNotOnPage: 'This student is not on this page.',
  oneClassAPage: 'Below form 4 each class has a page of its own.',
  nameClassOrLevel: 'Name a class of the school, or a form level.',
} as const;

/** The mark book's files: download and upload of a page, and the spreadsheet of a level, class or subject. */
export const markFileWordings = {
  noFields: 'No Fields selected. Please select field to download spreadsheet.',
  noFile: 'Please select a file!',
  uploadFailed: 'Could not upload the file.',
  downloadFailed: 'An Error has occured, file could not be downloaded.',
} as const;

/** What the files say, and the calls that read them. */
export const markFileRefusals = {
  gone: 'This spreadsheet is no longer available. Please download it again.',
  notTaught: 'Nobody teaches this subject there in this year.',
  noSuchClass: 'There is no such class in this form level.',
  fill: (teacher: string) =>
    `${teacher}. Type whole marks below the assessments, Abs for absent or Ex for exempt, and upload the file. Nothing else in it is read.`,
  summary: 'Percentage totals of the mark book. An empty cell: nothing is marked yet; Abs: absent; Ex: exempt.',
  notOurs: 'This is not a mark book page that was downloaded here. Please download the page and fill that file.',
  otherPage: 'This file is another page of the mark book.',
  sheetMissing: (name: string) => `The sheet "${name}" is missing. Its name must stay as it was downloaded.`,
  headingMissing: (heading: string) => `The heading "${heading}" is missing.`,
  headingsMissing: 'The headings of the assessments are missing.',
  twoColumns: (assessment: number) => `Assessment ${assessment} is in two columns. This one is not read.`,
  studentNotOnPage: (studentId: string) => `Student ${studentId.slice(0, 40)} is not on this page.`,
  idReadAs: (row: number, typed: string, read: string) => `Row ${row}: ${typed} is read as ${read}.`,
  merged: 'Merged cells: it is not clear whose mark this is.',
  isDate: 'A date, not a mark.',
  notMark: (typed: string) => `"${typed}" is not a mark.`,
  below0: 'Marks cannot be below 0.',
} as const;

export const weeklyTestWordings = {
  confirmDelete: 'Are you sure you want to delete this subject and all the marks? This action is not reversible.',
  off: 'This school does not use weekly tests.',
  deletedWith: (subject: string, marks: number) =>
    `Test in ${subject} deleted, with ${marks === 0 ? 'no marks' : marks === 1 ? 'one mark' : `${marks} marks`}`,
  deleted: (subject: string, day: string) => `The test in ${subject} of ${day} was deleted, with its marks.`,
  noSuchTest: 'There is no such weekly test.',
  notThursday: 'Weekly tests are on Thursdays of the school’s test weeks.',
  studentsOnce: 'Name each student of the class once.',
  outOf: (maximum: number) => `The mark is out of ${maximum}.`,
  marksAbove: (count: number, maximum: number) =>
    `${pluralize(count, 'student has', 'students have')} a mark above ${maximum}.`,
  busy: 'This test is being changed just now. Please try again.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const markScreenWordings = {
  whatTheFileChanges: 'What the file changes',
  noTestsThisWeek: 'No tests this week',
  wholeNumberTo1000: 'A whole number from 1 to 1000.',
  openTheMarkBook: 'Open the mark book',
  backToTeacherList: 'Back to teacher list',
  backToMyLessons: 'Back to my lessons',
  keepThisComment: 'Keep this comment',
  markBookSpreadsheet: 'Mark Book Spreadsheet',
  noStudentTakesSubject: 'No student of this class takes the subject.',
} as const;
