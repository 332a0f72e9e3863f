export const noSuchTerm = 'There is no such term.';
export const noCurrentTerm = 'The office has not set the current term yet.';
export const noSuchClass = (classId: string): string => `The school has no class ${classId}.`;

/** Wordings of product §2, §5 and §8. */
export const termsMessages = {
  yearAndTermRequired: 'Please set the Academic Year and Term to continue.',
  windowSaved: 'Data updated.',
  windowNotSaved: 'Error Occured Data not updated.',
  /** Confirmed by the number of students that are moved or archived (ADR 0018). */
  confirmPromotion: (term: number, count: number) =>
    `The current term is Term ${term}: the year is not over. Type ${count}, the number of students, to promote all the same.`,
  promoted: 'Promotion Successful.',
  promotionFailed: 'Promotion Failed.',
  undone: 'Undo Successful.',
  undoFailed: 'Undo Promotion Failed.',
  registering: 'Registering Students...',
  registered: 'Students Registered Successfully.',
  registrationFailed: 'An Error has Occurred. Please contact Admin.',
} as const;
