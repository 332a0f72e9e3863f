/** Sentences about keys for other systems that several places say. */
export const keyWordings = {
  nameIt: 'Enter the name of the system, such as Library.',
  longName: 'At most 40 characters.',
  oneLine: 'A name is one line of text.',
  chooseOne: 'Choose what it may read.',
  madeAlready: 'This key was made already, and its secret was shown once. End it and make another.',
  noSuchKey: 'There is no such key.',
  notGivenOut: 'Dates of birth are not given out. Your IT officer can change that.',
} as const;
