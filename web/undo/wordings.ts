/** Sentences of the lists of recent changes. */
export const recentActWordings = {
  nothingChangedLately: 'Nothing was changed here in the last 30 days.',
  stoppedBeforeEnd: 'It stopped before the end. Undo continues with the rest.',
} as const;
