/** What the browser says of a request itself (rule 31). */
export const requestWordings = {
  failed: 'Something went wrong. Please try again.',
  notValidId: 'Not a valid id.',
  notValid: 'Not a valid value.',
  notOneOfTheChoices: 'Not one of the choices.',
  wholeNumber: 'A whole number.',
  characters: (limit: number) => `At most ${limit} characters.`,
  lastBeforeFirst: 'The last day is before the first.',
  spreadsheetFailed: 'The spreadsheet could not be made. Please try again.',
} as const;

/** What the server and the gateway alone say of a request. Apart from the others, which every page loads. */
export const serverWordings = {
  unreadable: 'The request could not be read.',
  tooLarge: 'The request is too large.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  tooSlow: 'This took too long. Please try again.',
  notValidAddress: 'The address is not valid.',
  notFound: 'Not found.',
  changedSinceOpened: 'This has been changed since you opened it.',
  busy: 'Others are saving the same at this moment. Nothing was saved: please try again in a moment.',
  tableAway: 'The database cannot be reached. Please try again in a moment.',
  tableAwayUncertain:
    'The database cannot be reached. It is not certain that this was saved: please try again in a moment.',
  serviceAway: 'A service that this needs cannot be reached. Please try again in a moment.',
  serviceAwayUncertain:
    'A service that this needs cannot be reached. It is not certain that this was done: please try again in a moment.',
  checkEntries: 'Please check what you entered.',
  keyReused:
    'Nothing was saved: this page had sent other values just before, and those were saved. Look at what is stored now, and save again.',
  badIdempotencyKey: 'Something went wrong on this page. Please reload it and try again.',
} as const;

/** What lists of acts say where one cannot be undone. */
export const undoWordings = {
  undoneAlready: 'This has been undone already.',
  nothingToUndo: 'There is nothing to undo any more.',
  changedSince: 'This has been changed since and can no longer be undone.',
} as const;
