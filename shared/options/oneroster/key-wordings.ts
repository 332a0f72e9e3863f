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

/** And on the screen. */
export const keyScreenWordings = {
  about:
    'With a key another system reads the school by itself, by OneRoster REST 1.2, as often as it likes and until the key is ended. It changes nothing. Make a key for each system.',
  noAddress: 'Keys need an address of the school’s own. Please ask your IT officer to set up a domain.',
  newKey: 'New key for',
  mayRead: 'It may read',
  parts: {
    people: 'Teachers, students, classes, terms, and who is in which class',
    demographics: 'Dates of birth and sexes of students',
    marks: 'Marks of the year',
  },
  make: 'Make a Key',
  ready: (name: string) => `The key for ${name} is ready`,
  shownOnce:
    'Give these to the other system. The secret is shown only now, and kept nowhere: who has it reads what the key may.',
  address: 'Address',
  tokens: 'Token address',
  keyId: 'Client ID',
  secret: 'Client secret',
  copy: (what: string) => `Copy: ${what}`,
  copied: 'Copied',
  done: 'Done',
  none: 'There are no keys yet',
  noneText: 'Make one above for each system that is to read the school by itself.',
  keys: 'Keys',
  name: 'System',
  reads: 'May read',
  lastUsed: 'Last used',
  never: 'Never',
  lastDays: 'Read in seven days',
  made: 'Made',
  actions: 'Actions',
  ended: 'Ended',
  since: (moment: string) => `since ${moment}`,
  end: 'End',
  endNow: 'End Key',
  endTitle: (name: string) => `End the key of ${name}?`,
  endMeans: 'The system is refused from now on. A key that is ended stays so: to let it read again, make another.',
  isEnded: (name: string) => `The key of ${name} is ended.`,
  partNames: { people: 'people and classes', demographics: 'dates of birth', marks: 'marks' },
} as const;
