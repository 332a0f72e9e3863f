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
  pageMissing: 'The card has no page.',
  noRule: 'There is no marking rule for this form level and term.',
};
