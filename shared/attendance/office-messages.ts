/** product §8, to the letter. */
export const officeMessages = {
  termDatesSaved: (term: number) => `Term ${term} term dates saved successfully.`,
  termDatesNotSaved: (term: number) => `Error occured, ${term} term dates not saved.`,
  updating: 'Updating please wait...',
  updated: 'Update complete.',
  updateFailed: 'An error has occured.',
} as const;
