import { pluralize } from '../../pluralize.ts';
import { displayMoment } from '../../school/display-date.ts';
import type { SignatoryPost, StudentFact } from './card-layout.ts';

/** In what a layout contradicts itself. */
export const contradictionWordings = {
  blocks: {
    student: 'the student',
    average: 'the average',
    attendance: 'attendance',
    conduct: 'conduct',
    subjects: 'the subject table',
    legend: 'the legend',
    music: 'music',
    activities: 'co-curricular activities',
    remarks: 'remarks',
    reopening: 'the day on which school reopens',
    signatures: 'the signatures',
    words: 'words of the school',
  },
  remarks: { formTeacher: 'the form teacher’s remarks', dean: 'the dean’s remarks' },
  twice: (what: string) => `The layout has ${what} twice.`,
  missing: (what: string) => `The layout lacks ${what}.`,
  alone: (what: string) => `Nothing can be beside ${what}: it takes the whole width.`,
  widthOfOne: 'A block alone in its row takes the whole width.',
  widthOfFigures: 'Average, attendance and conduct beside each other share the width by themselves.',
  widthsOfSome: 'Give a width to every block of the row, or to none.',
  widthsSum: (sum: number) => `The widths of the row make ${sum} %, not 100 %.`,
  belowSignatures: 'The signatures are at the foot of a page: only words of the school may be below them.',
  signatureOfMany: 'Only the principal’s signature can be a picture: others sign for their own classes.',
  noMark: 'The subject table shows no mark.',
  onePart: 'With course or exam alone, the part looks like the whole mark: add the other, or the total.',
  noWords: 'The subject table has a column of marks in words, and the layout has no words for marks.',
  wordsUnused: 'The layout has words for marks, and the subject table has no column of marks in words.',
  tooWide: (points: number) =>
    `The columns do not fit beside each other: ${points} points are missing. Take a column out, or shorten a heading.`,
  teacherTwice: 'The teacher has a column and is below the title too.',
  wordsOrder: 'The words for marks go from the highest to the lowest.',
  wordsFromZero: 'The last of the words for marks must be from 0.',
} as const;

/** Facts below the student's name, as the card and the layout screen call them. */
export const factTitles: Readonly<Record<StudentFact, string>> = {
  studentId: 'Student ID',
  class: 'Class',
  form: 'Form',
  dateOfBirth: 'Date of birth',
  house: 'House',
  termBegan: 'Term began',
  termEnded: 'Term ended',
  newTermBegins: 'New term begins',
};

/** Who signs. */
export const signatoryTitles: Readonly<Record<SignatoryPost, string>> = {
  formTeacher: 'Form teacher',
  dean: 'Dean',
  principal: 'Principal',
  guardian: 'Parent or guardian',
};

/** Students of a sentence at most by name. */
const namedStudents = 3;

/** "Ali, Anika (1A); Baptiste, Zoë (1A) and 12 others". */
const listStudents = (names: readonly string[]): string => {
  const others = names.length - namedStudents;
  const first = names.slice(0, namedStudents).join('; ');
  return others > 0 ? `${first} and ${pluralize(others, 'other')}` : first;
};

/** Why a layout cannot be used for the students of a term. */
export const layoutProblemWordings = {
  noSuchSubject: (id: string) => `The school has no subject ${id}: take it out of the group.`,
  noPlace: (what: string, names: readonly string[]) =>
    `The layout has no place for this: ${what}. It would be missing on the card of ${listStudents(names)}.`,
  overPage: (side: 'front' | 'back', names: readonly string[]) =>
    `The ${side} is too full, and the card goes on to another page: ${listStudents(names)}.`,
} as const;

/** A term of any year. */
export const termOfYear = (term: number): string => `Term ${term}`;

/** Acts on layouts, in the list of what can be undone. */
export const layoutActWordings = {
  begun: (name: string) => `Layout ${name} begun`,
  saved: (name: string, changed: readonly string[]) => `Layout ${name}, draft: ${changed.join(', ') || 'saved'}`,
  published: (name: string) => `Layout ${name} published`,
  deleted: (name: string) => `Layout ${name} deleted`,
  changedSince: 'The layout has been changed since: look at it again.',
} as const;

/** A layout as calls carry it. */
export const layoutTextWordings = {
  tooLong: 'The layout has too many rows, groups or words of the school.',
  unreadable: 'This is not a layout.',
} as const;

/** What the calls of layouts refuse. */
export const cardLayoutWordings = {
  gone: 'There is no such layout.',
  savedMeanwhile: (by: string, at: string) => `${by} saved this layout meanwhile, ${displayMoment(at)}.`,
  publishedMeanwhile: 'Somebody published a layout meanwhile. Look again.',
  tooMany: (most: number) => `A school has at most ${most} layouts. Change one that you do not need any more.`,
  isInUse: (where: string) => `Cards have this layout: ${where}. Publish another one for them first.`,
  noTerm: 'The office has not set a term yet, whose cards could be shown.',
  noLevels: 'Choose the forms that have this layout.',
  noTerms: 'Choose the terms in which they have it.',
} as const;

/** The school's crest on its report cards. */
export const crestWordings = {
  wrongType: 'Please choose a PNG or JPEG picture.',
  gone: 'A picture of this layout is not there. Please choose crest and signatures again.',
  tooLarge: 'The picture is larger than 1 MB. Please choose a smaller one.',
} as const;
