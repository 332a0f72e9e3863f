import { pluralize } from '../../pluralize.ts';
import { academicYearTitle, termTitle } from '../../school/academic-year.ts';

/** Sentences about transcripts and what is printed beside them. */
export const transcriptWordings = {
  nothingToPrint: (name: string) =>
    `${name} has no term that was posted, and no earlier marks: there is nothing to print.`,
  oneStudent: 'This document is of one student.',
  wordsMissing: 'Please write the principal’s words.',
  wordsNotPrinted: 'A transcript has no words of its own.',
  noSuchDocument: 'There is no document with this number.',
  numbersOfOneFile: 'Numbers with commas between them.',
  withdrawn: (number: string) => `${number} was withdrawn. It is not printed any more.`,
  reasonMissing: 'Please say why.',
  changedMeanwhile: 'Somebody else has changed this document. Please open the student again.',
  notPosted: 'The reports of this term are not posted.',
  nobodyThere: 'Nobody of these classes has a posted report in this term.',
  subjectMissing: 'Please choose a subject.',
  classOrLevel: 'A class, a form level, or neither for the whole school.',
  noHonours: 'Nobody meets the rules of the honour roll.',
  nothingPosted: 'No term is posted yet. Lists are made of posted reports.',
} as const;

/** What is said of a sheet of earlier marks. */
export const earlierWordings = {
  noHeadings: 'No headings were found. The sheet needs the columns Student ID, Year, Term, Subject, Mark and Source.',
  columnMissing: (title: string) => `The column ${title} is missing.`,
  noRows: 'There are no marks below the headings.',
  mostRows: (rows: number) => `At most ${rows.toLocaleString('en')} marks in a sheet.`,
  mostStudents: (students: number) => `At most ${students} students in a sheet: please make one sheet for each class.`,
  noStudent: 'No student has this ID.',
  severalStudents: (ids: readonly string[]) => `This may be ${ids.join(' or ')}: please write the ID with its zeros.`,
  nearStudent: (typed: string, id: string, name: string) => `Is ${typed} the student ${id}, ${name}?`,
  notYear: 'Not an academic year, such as 2019-2020.',
  notTerm: 'Not a term: 1, 2 or 3.',
  noSubject: 'The subject is missing.',
  longText: (letters: number) => `At most ${letters} letters.`,
  notMark: 'Not a mark: a number from 0 to 100 with one decimal at most, or a grade such as B+.',
  noSource: 'Please say where the mark is from, such as Report book 2019.',
  unknownSubject: (subject: string) => `${subject} is no subject of the school. Print it as it is written?`,
  sameAsRow: (row: number) => `Row ${row} has the same mark.`,
  otherThanRow: (row: number) => `Row ${row} has another mark of this subject and term.`,
  postedHere: (year: number, term: number) =>
    `${termTitle({ year, term })} was posted here. Its report counts, and no other mark is taken.`,
  storedAlready: 'Stored already.',
  storedOtherwise: (mark: string, source: string) => `${mark} is stored (${source}). Replace it?`,
  merged: 'Merged cells: it is not clear whose this is.',
  changedMeanwhile: 'Somebody else has changed these marks since the file was read. Please read the file again.',
  mostMarks: (marks: number) => `A student can have at most ${marks} earlier marks.`,
  nothingChosen: 'No marks are chosen.',
  taken: (marks: number, students: number) =>
    `${pluralize(marks, 'earlier mark')} of ${pluralize(students, 'student')} ${marks === 1 ? 'is' : 'are'} stored.`,
  fieldOfTrail: ({ year, term, subject }: { year: number; term: number; subject: string }) =>
    `earlier mark ${academicYearTitle(year)} term ${term} ${subject}`,
  attendanceOfTrail: ({ year, term }: { year: number; term: number }) =>
    `earlier attendance ${academicYearTitle(year)} term ${term}`,
  changedSince: (what: string) => `${what}: changed since.`,
} as const;

/** Labels and sentences of the office's screen. */
export const transcriptScreenWordings = {
  title: 'Transcripts',
  about:
    'Transcripts, certificates and lists are made of posted reports: what was printed then is printed now. Marks of terms before the school used this program come in by a sheet, and are marked as such.',
  whoLeft: 'Students who left',
  chooseClass: 'Choose a class, or the students who left.',
  nobody: 'There are no students here.',
  search: 'Search name or ID',
  noneFound: 'Nobody here is called that.',
  noTerms: 'No term of this student was posted, and there are no earlier marks.',
  leftOut: (year: number, term: number, marks: number) =>
    `${pluralize(marks, 'earlier mark')} of ${termTitle({ year, term })} ${marks === 1 ? 'is' : 'are'} left out: the term was posted here.`,
  earlier: 'Earlier records',
  issueTranscripts: (count: number) => `Issue ${pluralize(count, 'Transcript')}`,
  issued: (title: string, number: string) => `${title} ${number} is issued.`,
  manyIssued: (count: number) => `${pluralize(count, 'transcript')} ${count === 1 ? 'is' : 'are'} issued.`,
  issueQuestion: (classId: string) =>
    `Each student of ${classId} with something to print gets a transcript under a number of its own. A number is never given again; a transcript can be withdrawn.`,
  issuedSoFar: 'Issued so far',
  goOn: 'Go On',
  stopped: (done: number, all: number) =>
    `The last try stopped: ${done} of ${pluralize(all, 'student')} ${done === 1 ? 'is' : 'are'} done. Go On issues the others. Nobody gets a second number.`,
  unanswered: (count: number) =>
    `It is not known whether ${count} more were issued. Go On shows those that were, and issues the others.`,
  leftAlone: (count: number) => `${pluralize(count, 'student')} had nothing to print.`,
  isWithdrawn: (number: string) => `${number} is withdrawn.`,
  isValidAgain: (number: string) => `${number} is valid again.`,
  valid: 'Valid',
  withdrawnBecause: (by: string, reason: string) => `Withdrawn by ${by}: ${reason}`,
  withdrawQuestion: 'It is not printed any more. Its number is never given again.',
  words: 'The principal’s words',
  aboutTestimonial: 'The text of the testimonial. A blank line begins a new paragraph.',
  aboutCertificate: 'The school certifies what it has of the student. The principal may add a sentence.',
  wholeSchool: 'The whole school',
  listFailed: 'The list could not be downloaded.',
  noDocuments: 'Nothing was issued to this student yet.',
  importTitle: 'Earlier Marks',
  fileOfMarks: 'File of earlier marks',
  readFailed: 'The file could not be read.',
  templateFailed: 'The template could not be downloaded.',
  whatFileStores: (name: string) => `What ${name} stores`,
  counted: ({ fresh, asked, same, refused }: Record<'fresh' | 'asked' | 'same' | 'refused', number>) =>
    [
      `${pluralize(fresh, 'mark')} ${fresh === 1 ? 'is' : 'are'} new.`,
      ...(asked > 0 ? [`${pluralize(asked, 'row')} ${asked === 1 ? 'has' : 'have'} a question.`] : []),
      ...(same > 0 ? [`${pluralize(same, 'mark')} ${same === 1 ? 'is' : 'are'} stored already.`] : []),
      ...(refused > 0 ? [`${pluralize(refused, 'row')} cannot be taken.`] : []),
    ].join(' '),
  rowsRefused: (count: number) => `${pluralize(count, 'row')} cannot be taken:`,
  refusedRows: 'Rows that cannot be taken',
  questions: 'Tick what is right. Rows that are not ticked are not stored.',
  all: (count: number) => `All ${count}`,
  marksOfFile: 'Marks of the file',
  andMore: (count: number) => `And ${pluralize(count, 'more mark')}.`,
  store: (count: number) => `Store ${pluralize(count, 'Mark')}`,
  importAbout:
    'One sheet a class: Student ID, Year, Term, Subject, Mark and Source in each row. Nothing is stored until you confirm it.',
} as const;
