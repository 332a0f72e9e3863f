/** Sentences of the lists of recent changes. */
export const recentActWordings = {
  nothingChangedLately: 'Of the last 30 days, there is nothing here to undo.',
  stoppedBeforeEnd: 'It stopped before the end. Undo continues with the rest.',
  notAll: 'Undone, but not all of it',
  more: (count: number) => `… and ${count.toLocaleString('en')} more.`,
  undoing: 'Undoing',
} as const;
