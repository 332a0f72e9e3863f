/** Documents about a student that the school issues under a number. */
export const documentKinds = ['transcript', 'leaving certificate', 'testimonial'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentTitles: Readonly<Record<DocumentKind, string>> = {
  transcript: 'Transcript',
  'leaving certificate': 'Leaving Certificate',
  testimonial: 'Testimonial',
};

/** Lists of a term that was posted. */
export const listKinds = ['merit', 'subject', 'honours', 'prizes'] as const;
export type ListKind = (typeof listKinds)[number];

export const listTitles: Readonly<Record<ListKind, string>> = {
  merit: 'Merit List',
  subject: 'Places in a Subject',
  honours: 'Honour Roll',
  prizes: 'Prize List',
};

/** Paper to write on. */
export const blankKinds = ['mark list', 'card'] as const;
export type BlankKind = (typeof blankKinds)[number];

export const blankTitles: Readonly<Record<BlankKind, string>> = {
  'mark list': 'Blank Mark List',
  card: 'Blank Cards',
};

/** Students of one request that issues documents: each takes four writes of a transaction of a hundred. */
export const maxStudentsPerIssue = 24;

/** Documents in one file, as many as the largest class has students. */
export const maxDocumentsPerFile = 60;

/** Letters of the principal's words. */
export const maxWords = 2000;

/** "2026-0001": the year in which a document was issued, and its place among those of the year. */
export const documentNumber = (year: number, place: number): string => `${year}-${String(place).padStart(4, '0')}`;

/** The place of a number in its year, in as many digits for each: texts of places are in the order of the places. */
export const orderOfNumber = (number: string): string => (number.split('-')[1] ?? '').padStart(6, '0');

export const documentNumberPattern = /^\d{4}-\d{4,6}$/;
