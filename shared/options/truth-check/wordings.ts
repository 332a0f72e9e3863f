/** Most characters of a text that a sentence quotes. */
const quoted = 60;
const shorten = (text: string): string => (text.length > quoted ? `${text.slice(0, quoted)}…` : text);
const shown = (figure: string | number | null): string => (figure === null ? 'nothing' : shorten(String(figure)));

/** Sentences about a figure that is certainly wrong. */
export const certainFaultWordings = {
  /** `what` is a column of the card, `subject` a title. */
  figure: (
    what: string,
    subject: string,
    { card, again }: { card: string | number | null; again: string | number | null },
  ) => `${what} of ${subject}: the card has ${shown(card)}, computed again it is ${shown(again)}.`,
  average: ({ card, again }: { card: string | null; again: string | null }) =>
    `Average: the card has ${shown(card)}, computed again it is ${shown(again)}.`,
  outOf: (what: string, { card, again }: { card: number | null; again: number | null }) =>
    `${what}: the card has it out of ${shown(card)}, by the rules of marking it is out of ${shown(again)}.`,
  rank: ({ sheet, again }: { sheet: string | number | null; again: number | null }) =>
    `Rank: the rank sheet has ${shown(sheet)}, computed again it is ${shown(again)}.`,
  averageOfRanks: 'Average: the rank sheet has another one, or counts other subjects.',
  notRanked: 'The rank sheet lacks the student.',
  subjects: (card: number, again: number) =>
    `The card has ${card} subjects or titles that are not among the ${again} of the records.`,
  counted: (card: string, again: string) =>
    `Average: the card counts ${card} subjects, counted again they are ${again}.`,
  entered: (
    what: string,
    where: string,
    { card, stored }: { card: string | number | null; stored: string | number | null },
  ) => `${what} of ${where}: the card has ${shown(card)}, stored is ${shown(stored)}.`,
  printed: (what: string, subject: string, { card, paper }: { card: string | null; paper: string | null }) =>
    `${what} of ${subject}: the card has ${shown(card)}, its page shows ${shown(paper)}.`,
  rowMissing: (subject: string) => `${subject} is on the card, and not on its page.`,
  rowUnexpected: (first: string) => `The page has a row “${first}” that is not of the card, or not at its place.`,
  textMissing: (text: string) => `The page does not show “${shorten(text)}”.`,
  columns: (expected: number, paper: number) =>
    `The subject table has ${paper} columns on its page, by the layout it has ${expected}.`,
  head: (expected: string, paper: string) =>
    `A column of the subject table is “${expected}” by the layout, its page shows “${paper}”.`,
  noClassFigures: 'The layout of the report has figures of the class, and the card has none.',
  pageMissing: 'The card has no page.',
  noRule: 'There is no marking rule for this form level and term.',
};

/** Sentences about what is improbable. */
export const improbableWordings = {
  columnsSwapped: (one: string, other: string) =>
    `${one} and ${other} look swapped: each goes with the other’s marks of last term.`,
  rowsShifted: (subject: string) =>
    `From this student on, the marks of ${subject} look shifted by one row: they go with the neighbours’ other marks.`,
  farFromOthers: (subject: string, total: number) =>
    `${total} in ${subject} is far from the student’s other marks and from last term.`,
  allSame: (subject: string, total: number) => `Nearly everybody has ${total} in ${subject}.`,
  aboveClass: (subject: string, total: number, highest: number) =>
    `${total} in ${subject} is above what the class ever had, ${highest}.`,
  /** `what` is the label of the field. */
  unlikeRegister: (what: string, { entered, counted }: { entered: number; counted: number }) =>
    `${what}: the report has ${entered}, the register counts ${counted}.`,
  moreThanSessions: (what: string, { times, sessions }: { times: number; sessions: number }) =>
    `${what}: ${times}, and the term has ${sessions} sessions.`,
  otherName: (name: string) => `“${name}” is the name of another student.`,
  wrongPronoun: (word: string) => `“${word}” does not go with this student.`,
  otherSubject: (word: string, subject: string) => `“${word}” is a word of another subject than ${subject}.`,
  contradictsMark: (word: string, total: number) => `“${word}” does not go with a mark of ${total}.`,
  sameWords: (count: number) => `${count} students have the same words.`,
  unfinished: 'The sentence is not finished.',
  unprintable: (letters: readonly string[]) => `Paper cannot show ${letters.join(' ')}.`,
};

/** What the check of reports says. */
export const findingWordings = {
  giveReason: 'Please say why this is right.',
  reasonTooLong: (limit: number) => `At most ${limit} characters.`,
  changedSince: 'This was changed meanwhile: look at the class again.',
  certainStays: 'A figure that cannot be right is corrected, not dismissed.',
  nothingFound: 'Nothing was found in this class.',
  nothingFoundHere: 'Nothing was found on this report.',
  noReportsOfTerm: 'Nobody is registered for this term.',
  noClass: 'No class matches.',
  noClassesOfOwn: 'You have no class and no lesson in this year.',
  checkedSoFar: (forms: number, all: number) => `${forms} of ${all} forms are checked.`,
  noReports: 'Nobody in this class is registered for the term.',
  certain: 'Cannot be right',
  improbable: 'Look again',
  dismissed: 'Dismissed',
  certainText: 'A posting stops at each of these.',
  improbableTextOfTeacher: 'Correct what is a slip. What is right is dismissed by the office.',
  improbableText: 'A posting does not stop at these: correct what is a slip, and dismiss what is right.',
  wholeClass: 'The whole class',
  wholeReport: 'Report',
  dismissedNow: 'Dismissed. It comes back if what is entered there changes.',
  listedAgain: 'It is listed again.',
  dismiss: 'Dismiss',
  why: 'Why is this right?',
} as const;

/** The certificate of a posting. */
export const certificateWordings = {
  title: 'Certificate of the posting',
  none: 'There is none: the term is not posted, or was posted without the check.',
  posted: (by: string, at: string) => `Posted by ${by}, ${at}.`,
  checked: (cards: string, figures: string) =>
    `Before the copies were made, ${figures} of ${cards} were computed a second time and read back off the printed pages, and no difference was left.`,
  checkedAgain: (cards: string, figures: string) =>
    `Posted again since, and checked in the same way: ${cards}, ${figures}.`,
  leftImprobable: 'Improbable, left',
  dismissed: 'Dismissed',
  dismissedBecause: 'Dismissed because',
  wholeClass: 'The whole class',
  nothingDismissed: 'Nothing was dismissed.',
} as const;
