/** Sentences of the windows with earlier values of a sheet. */
export const historyWordings = {
  earlierVersionsOfTheSheet: 'Earlier versions of the sheet',
  showTheValuesBefore: 'Show the values before',
  timeSuchAs1405: 'A time such as 14:05.',
} as const;
