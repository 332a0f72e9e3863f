import { pluralize } from '../pluralize.ts';
import { displayDate, exampleDay } from '../school/display-date.ts';
import { type FileKind, maxFileBytes, type UploadType } from './files/file-kinds.ts';

/** What the screens say of a student's record (product §8 "Messages"). */
export const studentWordings = {
  notFound: 'There is no such student at the school.',
  saved: 'Record saved successfully.',
  notSaved: 'Record could not be saved.',
  resetting: (name: string) => `Resetting ${name} password`,
  wasReset: (name: string) => `${name} password reset successfully.`,
  noSuch: (studentId: string) => `There is no student ${studentId}.`,
  resetMeans: 'The student must choose a new password at the next sign-in.',
  resetAsks:
    'The present password stops working, and the student is signed out everywhere. A one-time password for the next sign-in is shown here; the student then chooses a new one. Where there is no account, this window says so.',
  hasNoAccount: (name: string) => `${name} has no account, so there is no password to reset.`,
  accountMade: (name: string) => `An account was made for ${name}.`,
  accountsAreNotUsed: (name: string) =>
    `${name} has no account: students do not sign in at this school. Should they later, ${name} will have to choose a new password.`,
  oneTimePassword: 'One-time password for the next sign-in, shown here only:',
  /** What a change of class does, before it is saved. */
  movesAlong: (from: string, to: string) =>
    `The subjects, and the marks and report of the current term, move to ${to} too. The attendance of earlier days stays with ${from}.`,
  noHistory: 'Nothing has been changed yet.',
  yesOrNo: 'Yes or No.',
  /** Beside the name in the lists of a term; the last day, yyyy-MM-dd. */
  left: (day: string) => `left ${displayDate(day)}`,
};

/** Wordings of product §2, §5 and §8. */
export const studentUploadWordings = {
  noFile: 'Please select a file!',
  uploadFailed: 'Could not upload the file.',
  confirmFailed: 'An Error has occured, data could not be uploaded',
  partly: 'Some records could not be uploaded',
  downloadFailed: 'An error occured. Unable to download spreadsheet',
} as const;

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** Why a file is refused: said by the browser before it is sent, and by the server after it arrived. */
export const studentFileWordings = {
  wrongType: 'Please choose a PDF, JPEG or PNG file.',
  wrongTypeOfPicture: 'Please choose a JPEG or PNG picture.',
  tooLarge: (kind: FileKind, type: UploadType) => `The file is larger than ${megabytes(maxFileBytes(kind, type))}.`,
  empty: 'The file is empty.',
  damaged: 'The file is damaged and cannot be read.',
  tooManyPixels: 'The picture has too many pixels. Please save it smaller.',
} as const;

/** Why the server refuses a file that has arrived, and the calls about it. */
export const studentFileRefusals = {
  mislabelled: 'The file is not what its name says. Please save it again as PDF, JPEG or PNG.',
  protectedPdf: 'The PDF is protected by a password. Please save it without one.',
  activePdf:
    'The PDF has a script, an attached file or a program to start in it. Please print it to a new PDF and upload that one.',
  formPdf:
    'The PDF is a form, or has notes laid over its pages, that cannot be kept as they look. Please print it to a new PDF and upload that one.',
  layersPdf:
    'The PDF has hidden layers, which would be seen afterwards. Please print it to a new PDF and upload that one.',
  tooManyPages: 'The PDF has more than 200 pages. Please upload it in parts.',
  tooMuchPdf: 'The PDF takes too much time or memory to read. Please print it to a new PDF and upload that one.',
  notPrintable: 'This kind of PNG cannot be printed. Please save the picture as JPEG.',
  changed: 'This file has been changed since you opened it. Please look at it again.',
  uploadExpired: 'This upload has expired. Please choose the file again.',
  notArrived: 'The file has not arrived. Please choose it again.',
  noFile: 'There is no such file.',
  notKept: 'The earlier file is no longer kept.',
} as const;

/** What is said of a student whom an act or its undo passes over, because of what has changed since. */
export const placementWordings = {
  notOnRegister: 'This student is no longer on the register.',
  archivedSince: 'Was archived afterwards.',
  archivedMeanwhile: 'The student has been archived.',
  busy: 'Somebody is changing this student just now. Please try again.',
  registeredSince: 'Was registered for the term afterwards.',
  subjectSince: 'Was given a subject afterwards.',
  changedSince: (field: string) => `${field} was changed afterwards.`,
  classChangedMeanwhile: 'The class has been changed.',
  keptUnerased: 'Not erased: somebody was changing this student. Please try again.',
} as const;

/** What the calls refuse that add, change, archive, restore or erase a student. */
export const recordWordings = {
  hasId: (student: string) => `${student} has this ID.`,
  idErased: 'The student who had this ID was erased.',
  sameNameAndBirthday: (student: string) => `${student} has the same name and birthday.`,
  hasNumber: (student: string) => `${student} has this number.`,
  futureLeaving: (day: string) =>
    `${day} is in the future. A student who is archived leaves class and subjects at once: archive on the day itself.`,
  archivedAlready: (student: string, since: string) => `${student} is in the archive already${since}.`,
  notArchived: (student: string, classId: string) =>
    `${student} is not in the archive: the student is in ${classId} already.`,
  restoreFirst: (student: string) => `${student} is in the archive. Restore the student first.`,
  noAccountMade: 'The account could not be made: another student has nearly the same ID. Please correct one of them.',
  noSignIn: (student: string) => `${student} is in the archive and cannot sign in.`,
  onlyArchived: 'Only students in the archive can be erased.',
  noDateOfLeaving: 'The student has no Date of Leaving, from which the years are counted.',
  cardsInWork: 'Report cards are being posted or printed. Please try again when that is over.',
  keptUntil: (years: number, day: string) =>
    `The school keeps a student’s details for ${years} years after the Date of Leaving: until ${day}.`,
  changedLately: (days: number, from: string) =>
    `The student was changed lately, and can be erased ${days} days after the last change: from ${from}.`,
  typeTheNumber: (count: number) =>
    `There ${count === 1 ? 'is' : 'are'} ${pluralize(count, 'student')}. Type that number.`,
  notTheStudent: 'This is neither the student’s ID nor the name.',
  officeColumns: 'Some of these columns are only for the office.',
  presetsFull: (limit: number) => `At most ${limit} are kept. Delete one to add another.`,
  presetChanged: (name: string) =>
    `“${name}” has been changed on another device or page. Close this window and open it again.`,
  nearId: (student: string) => `${student} Is this the same student?`,
  nearSea: (student: string, number: string) => `${student} has SEA Reg No. ${number}. Is this the same student?`,
  farId: (id: string, last: string) =>
    `${id} is far from the school’s other ids: the last one is ${last}. Is it right?`,
  noPicture: 'There is no such picture.',
  tooFewSessions: (who: string, others: string) => `Fewer than what was entered: ${who}${others}.`,
} as const;

/** What is said of a spreadsheet of students, its cells and rows. */
export const sheetWordings = {
  noHeadings: 'The headings are missing. A list has at least the columns Last Name, First Name and Class.',
  notAColumn: (place: string) => `${place} is not a column of the register and was left out.`,
  fileColumn: (place: string) => `${place} was left out: files are uploaded one by one.`,
  columnsMissing: 'The further cells of a row need the names of their columns, as the preview answers them.',
  exampleRow: (row: number) => `Row ${row} is the example of the template.`,
  noStudents: 'There is no student below the headings.',
  moreFormulas: (count: number) => `${count} more formulas were read by their stored values.`,
  turnedIntoDate: 'The spreadsheet program turned this into a date. Please type what it was.',
  numberNotDate: `A number, not a date. Please type day, month’s name and year: ${exampleDay}.`,
  tooManyDigits: 'The number has too many digits. Please type it as text.',
  cellError: 'The cell has an error in the file. Please type the value.',
  restoreFirst: (match: string) => `${match} Restore the student first.`,
  hasOtherId: (match: string) => `${match}, who has another Student ID.`,
  hereAlready: (match: string) => `${match}, who is at the school already.`,
  otherStudent: (student: string, studentId: string) => `This is ${student}, not student ${studentId}.`,
  mayBe: (typed: string, who: string) => `${typed} may be ${who}. Please write the ID as the school has it.`,
  noUpload: 'There is no such upload.',
  endedBefore: 'The upload ended before this row.',
  rowTwice: 'A row is named twice.',
  idTaken: (studentId: string) => `Another student has been given the Student ID ${studentId}.`,
  fieldChanged: (field: string, now: string) => `Somebody has changed ${field}: it is ${now} now.`,
  leftChanged: (fields: string) => `Changed since, and left as it is: ${fields}.`,
  stillRunning: 'This upload is still running. Undo it when it has ended.',
  tooMuchText: 'The file holds too much text for one upload. Please split it in two.',
  dateExpected: 'A date, such as 05-Sep-2014.',
  newStudentName: 'A new student must have one. At most 120 characters.',
} as const;

/** Why an uploaded file is not printed behind the registration form. */
export const attachmentWordings = {
  missing: 'It is missing.',
  notPrintable: 'It cannot be printed.',
  protectedPdf: 'It is protected by a password.',
  damaged: 'It is damaged.',
  tooMuch: 'It takes too much time or memory to read.',
  tooManyPages: 'It has more than 200 pages.',
  notIncluded: (why: string) => `Not in this document. ${why} Please open the file itself.`,
  none: 'No files were uploaded.',
  noStudentsInClass: 'There are no students in this class.',
} as const;

/** Sentences of the screens that several places or the tests say. */
export const studentScreenWordings = {
  cannotBeUploaded: 'Cannot be uploaded as they are:',
  undoOfUploadMeans:
    'Students who were added are removed, and changed facts go back to what they were, where nobody has changed them since.',
  selectDataColumns: 'Select Data Columns',
  subjectsAndMarks: 'Subjects and marks',
  changesToStudents: 'Changes to students already in the school',
  studentsToErase: 'Students to erase',
  makeTheFile: 'Make the File',
  keepThisChoiceAs: 'Keep this choice as',
  notTakenNow: 'Not taken now',
} as const;
