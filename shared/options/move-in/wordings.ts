import { pluralize } from '../../pluralize.ts';
import { academicYearTitle } from '../../school/academic-year.ts';
import type { ColumnOfSubject } from './kinds.ts';

/** What the server says of a file that a school moves in with. */
export const moveInWordings = {
  nothingFound:
    'No sheet has headings that are understood, such as Teacher, Subject, Class, Student ID or Name. Please use the workbook, or name the columns.',
  nothingChosen: 'Nothing in this file is new or changed.',
  changedSince: 'The school or the file has changed since this list was made. Please look at it again.',
  noRun: 'There is no such move.',
  noYear: 'The current term is not set. Please set it first: lessons and form teachers are those of a year.',
  notAllowed: (kind: string) => `${kind}: you may not change them. They were left out.`,
  noTranscripts: (sheet: string) =>
    `Sheet “${sheet}” was left out: it has marks or attendance of earlier terms, which the option Transcripts keeps. This school does not use it.`,
  rowPassed: (sheet: string, row: number, text: string) =>
    `Sheet “${sheet}”, row ${row} was left out: “${text.slice(0, 60)}”.`,
  hiddenSheet: (sheet: string) =>
    `Hidden sheet “${sheet}” was left out. Please open its line and say what is in it, if it is to be read.`,
  columnTwice: (sheet: string, { heading, column, other }: Record<'heading' | 'column' | 'other', string>) =>
    `Sheet “${sheet}”: column ${column} “${heading}” is not read, as column ${other} has the same.`,
  severalClasses: (sheet: string, classes: string) =>
    `Sheet “${sheet}” and the lines above its list name several classes: ${classes}. Please write the class of each row.`,
  notTick: (written: string) => `“${written.slice(0, 40)}” is no tick. Please write x, or nothing.`,
  notName: 'Brackets and stars are no part of a name. Please type the name alone.',
  required: (label: string) => `${label} is missing.`,
  unknown: (label: string, written: string) => `${label}: the school has no “${written}”. Please say above what it is.`,
  leftOut: (label: string, written: string) => `${label}: rows with “${written}” are left out.`,
  notNumber: 'A teacher’s number is a whole number from 1 to 999.',
  notDate: 'This is not a date. Please write day, month’s name and year: 5-Sep-1984.',
  openDate: 'Day or month first? Please say above.',
  future: 'The date of birth is in the future.',
  notPost: (written: string) => `The school has no post “${written}”.`,
  oneWord: 'Only one word: which name is missing?',
  tooLong: (label: string, most: number) => `${label}: at most ${most} characters.`,
  emptyFormula: 'A formula without a stored value. Please type the value.',
  cellError: (written: string) => `${written.slice(0, 20)} is the error of a formula. Please type the value.`,
  noSubject: (sheet: string) =>
    `Sheet “${sheet}” has marks and names no subject: they are not read. Please write the subject above its list.`,
  placeOfRow: (sheet: string, row: number) => `row ${row} of “${sheet}”`,
  sameRow: (sheet: string, row: number) => `The same as row ${row} of “${sheet}”.`,
  numberOf: (number: number, name: string) => `${number} is the number of ${name}.`,
  archived: (name: string) => `${name} is archived. Please restore the teacher first.`,
  severalTeachers: (written: string) => `Several teachers can be “${written}”. Please say above who it is.`,
  noSuchStudent: 'The school has no such student.',
  severalStudents: 'Several students of the class have this name. Please write the ID.',
  archivedStudent: (name: string) => `${name} is archived.`,
  notTaught: (teacher: string, subject: string, formClass: string) =>
    `${teacher} does not teach ${subject} in ${formClass}.`,
  abbrTaken: (abbr: string, title: string) => `${abbr} is the abbreviation of ${title}.`,
  titleTaken: (title: string) => `Another subject is called ${title}.`,
  otherFormTeacher: (name: string) => `In place of ${name}.`,
  newSubject: (abbr: string) => `New, as ${abbr}.`,
  newTeacher: (number: number) => `New, number ${number}.`,
  lesson: 'New lesson.',
  takes: 'New.',
  otherTeacher: 'Another teacher than before.',
  newStudent: (id: string) => `New, ID ${id}.`,
  changes: (changes: readonly { label: string; before: string; after: string }[]) =>
    changes.map(({ label, before, after }) => `${label}: ${before === '' ? 'none' : before} to ${after}`).join('; '),
  whichTerm: 'Which year and term? Please say above.',
  notYear: 'Not an academic year, such as 2019-2020.',
  notTerm: 'Not a term: 1, 2 or 3.',
  notMark: 'Not a mark: a number from 0 to 100, or a grade such as B+.',
  notCount: (label: string) => `${label}: a whole number from 0 to 400.`,
  halfMark: 'Only course or exam. Please type the total as the mark.',
  notOutOf100: 'You said that it is not what its number makes of 100. Please type the mark out of 100.',
  scaledMark: (written: string, mark: string) => `${mark}, of ${written}.`,
  totalMissing: 'You said that the total is not their sum. Please type it as the mark.',
  otherThanRow: (sheet: string, row: number) => `Row ${row} of “${sheet}” has something else of this term.`,
  postedHere: 'This term was posted here. Its report counts.',
  mostMarks: (most: number) => `A student can have at most ${most} earlier marks.`,
  pastMark: (mark: string) => `${mark}.`,
  roundedMark: (written: string, mark: string) => `${mark}, of ${written}.`,
  pastChange: (before: string, after: string) => `${before} to ${after}.`,
  partsOfMarks: { course: 'Course work', exam: 'Exam', mark: 'The whole mark of the term' },
  attended: ({ sessions, absent, late }: Record<'sessions' | 'absent' | 'late', number | null>) =>
    [
      ...(absent === null ? [] : [`Absent ${absent}`]),
      ...(late === null ? [] : [`Late ${late}`]),
      ...(sessions === null ? [] : [`Sessions ${sessions}`]),
    ].join(', '),
  transcriptsOff: 'Transcripts is switched off: earlier marks and attendance stay as they are.',
  ask: {
    'lost zeros': (rows: number, example: string) =>
      `${pluralize(rows, 'ID')} ${rows === 1 ? 'is' : 'are'} shorter than the others, as ${example}: did the spreadsheet program take the zeros in front?`,
    'near id': (rows: number, example: string) =>
      `${pluralize(rows, 'row')} ${rows === 1 ? 'has' : 'have'} the ID of a student without its zeros, as ${example}. The same students?`,
    'near sea': (rows: number, example: string) =>
      `${pluralize(rows, 'row')} ${rows === 1 ? 'has' : 'have'} the SEA number of a student without its zeros, as ${example}. The same students?`,
    'far id': (rows: number, example: string) =>
      `${pluralize(rows, 'ID')} ${rows === 1 ? 'is' : 'are'} far from the school’s others, as ${example}. Is that right?`,
    'same person': (rows: number, example: string) =>
      `${pluralize(rows, 'row')} may be somebody who is here already, as ${example}. The same people?`,
    'other school': (_rows: number, school: string) =>
      `The file says that it is of ${school}, which is not this school. Is it of this school all the same?`,
    'deleted teachers': (rows: number, example: string) =>
      `The file marks ${pluralize(rows, 'teacher')} as deleted, as ${example}. Archive them? Nobody is deleted.`,
    'deleted students': (rows: number, example: string) =>
      `The file marks ${pluralize(rows, 'student')} as deleted, as ${example}. Archive them? Nobody is deleted.`,
    'absent teachers': (rows: number, example: string) =>
      `${pluralize(rows, 'teacher')} of the school ${rows === 1 ? 'is' : 'are'} not in the file, as ${example}. Archive them?`,
    'absent students': (rows: number, example: string) =>
      `${pluralize(rows, 'student')} of the school ${rows === 1 ? 'is' : 'are'} not in the file, as ${example}. Archive them?`,
    'by name': (rows: number, example: string) =>
      `${pluralize(rows, 'row')} of earlier terms ${rows === 1 ? 'has' : 'have'} a name and no ID, as ${example}. The same students?`,
    everybody: (rows: number, example: string) =>
      `${pluralize(rows, 'student')} ${rows === 1 ? 'takes' : 'take'} no subject yet, as ${example}. Do all students of a class take each subject that is taught there?`,
    'course and exam': (rows: number, example: string) =>
      `${pluralize(rows, 'mark')} ${rows === 1 ? 'is' : 'are'} course and exam without a total, as ${example}. Is the total their sum?`,
    'name order': (rows: number, example: string) =>
      `${pluralize(rows, 'name')} ${rows === 1 ? 'does' : 'do'} not show which part is the surname, as ${example}. Is the surname behind?`,
    capitals: (rows: number, example: string) =>
      `${pluralize(rows, 'name')} ${rows === 1 ? 'is' : 'are'} in capitals. Write them with small letters, as ${example}?`,
    'out of': (rows: number, example: string) =>
      `${pluralize(rows, 'mark')} ${rows === 1 ? 'is' : 'are'} out of another number than 100, as ${example}. Is that what is to be stored?`,
  },
  leaves: { deleted: 'Marked as deleted in the file.', absent: 'Not in the file.' },
  toArchive: 'To be archived; marks and reports stay.',
  takenAway: 'To be taken away.',
  notThere: 'Not there any more.',
  hasMarks: 'Marks have been entered this term: the subject stays.',
  classHasMarks: 'Students of the class have marks in it: the lesson stays.',
  hasStudents: 'Students are assigned to the teacher: the lesson stays.',
  marksSince: (name: string) => `${name}: marks were entered since.`,
  stays: 'Stays.',
  thereAlready: (why = '') => `Already there. ${why}`.trim(),
  teacherOfOtherFile:
    'The teacher is there already, from another file of this moment. Please send this one again: what is missing is stored, and the rest is the same.',
  archivedByOther: (name: string) => `${name} was archived by somebody else.`,
  asked: 'Please answer the question above.',
  notSame: 'You said that it is somebody else, and the number is taken.',
  stillRunning: 'This is still being stored. Please undo it when it has ended.',
  undoFirst: {
    lessons: (name: string) => `${name} has lessons.`,
    posts: (name: string) => `${name} is form teacher or dean.`,
    signIn: (name: string) => `${name} has been given a password.`,
    changed: (name: string) => `${name} was changed since.`,
    marks: (name: string) => `${name}: students have marks since.`,
    students: (name: string) => `${name}: students are assigned to the teacher.`,
    uses: (name: string, uses: string) => `${name} is in use. ${uses}`,
    takes: (name: string) => `${name} takes subjects.`,
  },
  /** One without a name. */
  file: 'File',
  movedIn: (file: string, what: string) => `“${file}” moved in: ${what}.`,
  onlyOf: (file: string, what: string) => `Only ${what} of “${file}”`,
} as const;

/** In every sentence of a row that waits for an answer. */
const saysAbove = 'Please say above';

/** Whether a refused row waits for an answer to what is asked of its file, rather than for a correction of its own. */
export const waitsForAnswer = (note: string): boolean =>
  note.endsWith(moveInWordings.asked) || note.includes(saysAbove);

const inTerm = ({ year, term }: Pick<ColumnOfSubject, 'year' | 'term'>): string =>
  term === null ? '' : `, Term ${term}${year === null ? '' : ` of ${academicYearTitle(year)}`}`;

const withoutMovedIn = (what: string): string => what.replace(/”( moved in)(?=: )/, '”');

/** What the screen says. */
export const moveInScreenWordings = {
  title: 'Move In',
  about:
    'Bring the school in with the files that it has: teachers, subjects, form teachers, lessons, students, who takes what, marks and attendance of earlier terms. Nothing is stored before you confirm it, and it can be taken back for 30 days.',
  chooseFile: 'Choose a file',
  workbook: 'Download Workbook',
  workbookFailed: 'The workbook could not be made.',
  refusedRows: 'Download Refused Rows',
  readFailed: 'The file could not be read.',
  fileOfSchool: 'File of the school',
  unread: (columns: number) => `, ${pluralize(columns, 'column')} not read`,
  kindOfSheet: (sheet: string) => `What is in ${sheet}?`,
  notRead: 'Not read',
  columns: (sheet: string) => `Columns of ${sheet}`,
  names: 'Names that the school does not have',
  leaveOut: 'Leave its rows out',
  addSubject: 'Add it as a new subject',
  choose: 'Please choose',
  counts: 'What the file has',
  rows: 'Rows',
  refused: 'Refused rows',
  removed: 'Taken away',
  store: (count: number) => `Store ${pluralize(count, 'row')}`,
  storing: 'Storing',
  stored: (count: number) => `${pluralize(count, 'row')} stored.`,
  partly: (left: number) => `${pluralize(left, 'row')} could not be stored.`,
  nothing: 'Nothing in this file is new or changed.',
  answerFirst: 'Nothing can be stored before what is asked above is answered.',
  nothingYet: 'Nothing can be stored yet: every new row is refused.',
  waiting: (count: number) => `${pluralize(count, 'row')} ${count === 1 ? 'waits' : 'wait'} for an answer above.`,
  reading: 'Reading…',
  notReached: 'Unable to connect to the server. Please press Store again: nothing is stored twice.',
  noTerm: 'The current term is not set yet. Lessons and form teachers are those of a year, so please set it first:',
  currentTerm: 'Current Term',
  next: 'Then students take subjects, and are registered for the term:',
  subjects: 'Subjects',
  register: 'Then students are registered for the term:',
  looking: 'A file was sent before this page was opened again. Looking whether it is being stored…',
  notKnown: 'A file that was sent before this page was opened again was not stored.',
  othersStore: (name: string, what: string) => `${name} is storing ${withoutMovedIn(what)}`,
  othersStored: (name: string, what: string) =>
    `${name} has stored ${withoutMovedIn(what)} A list that was made before may show it as new.`,
  showMore: 'Show More',
  andMore: (count: number) => `And ${count.toLocaleString('en')} more.`,
  otherFile: 'Another file',
  firstStep: 'Or bring subjects, teachers, lessons and students in with the files that you have.',
  order:
    'Teachers first, then lessons, then students, then who takes what and what was before. One workbook with all of it works, too.',
  whatFileHas: (name: string) => `What ${name} has`,
  kindsOfNames: {
    class: 'Class',
    subject: 'Subject',
    teacher: 'Teacher',
    'past subject': 'Subject of an earlier term',
    grade: 'Grade of an earlier term',
    'part of a mark': 'Results of earlier terms',
  },
  asWritten: 'Keep it as it is written',
  subjectColumn: 'A subject, with a tick by each student',
  markColumn: ({ part, subject, year, term }: ColumnOfSubject) =>
    `${{ mark: 'Marks', course: 'Course marks', exam: 'Exam marks' }[part]} of ${subject}${inTerm({ year, term })}`,
  countColumn: (label: string, period: Pick<ColumnOfSubject, 'year' | 'term'>) => `${label}${inTerm(period)}`,
  termOfSheet: (sheet: string) => `Which term is in ${sheet}?`,
  yearOfSheet: (sheet: string) => `Which year is in ${sheet}?`,
  year: 'Academic year',
  term: 'Term',
  answered: (answer: 'yes' | 'no') => `You said ${answer}.`,
  check: (count: number) => `Check ${pluralize(count, 'Correction')}`,
  outcome: 'What was stored',
  leftRows: 'Rows that could not be stored',
  passwords: 'A new teacher signs in with a password that you give under Teachers: Reset Password.',
  undoTitle: 'Take it back?',
  undo: 'Take It Back',
  undoMeans: (what: string) => `${what.replace(/\.$/, '')}. What was changed since, or is in use, stays and is named.`,
} as const;
