/** What is said where something waits for the network. */
export const connectionWordings = {
  loadsLater: 'There is no connection. This is loaded when it is back.',
  opensLater: 'There is no connection. This opens when it is back.',
} as const;

/** Sentences of the grid and its aids. */
export const uiWordings = {
  sortAsTheClassList: 'Sort as the class list',
  noNameContainsThis: 'No student has this name, ID or class.',
  noRowAbove: 'There is no row above to fill from.',
  nothingToUndo: 'Nothing to undo.',
  noOtherBlank: 'No other blank in this sheet.',
} as const;
