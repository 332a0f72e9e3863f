/** Sentences of the lists of recent changes. */
export const recentActWordings = {
  nothingChangedLately: 'Of the last 30 days, there is nothing here to undo.',
  stoppedBeforeEnd: 'It stopped before the end. Undo continues with the rest.',
  notAll: 'Undone, but not all of it',
  more: (count: number) => `… and ${count.toLocaleString('en')} more.`,
  undoing: 'Undoing',
  nothing: 'Nothing was undone',
  nothingAs: (why: string) => `Nothing was undone: ${why}`,
  partly: (undone: number, all: number) => `${undone.toLocaleString('en')} of ${all.toLocaleString('en')} undone`,
  stays: (why: string) => `Left as it is: ${why}`,
} as const;
