/** Wordings of product §8. */
export const markingMessages = {
  notSaved:
    'An error has occured while saving the marks. Unable to save marks please contact the system administrator.',
} as const;
