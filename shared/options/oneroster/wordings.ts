import { pluralize } from '../../pluralize.ts';

/** Sentences about OneRoster on the office's screen. */
export const onerosterWordings = {
  title: 'OneRoster',
  about:
    'Other systems of a school, such as a learning platform or the ministry’s, take people, classes and marks in the files of OneRoster 1.2, or ask for them themselves.',
  tabs: { out: 'Files Out', in: 'Files In', keys: 'Keys' },
} as const;

/** And about files that go out. */
export const rosterFileWordings = {
  whatIsInIt: (hasDemographics: boolean) =>
    `The school as it is now, in one zip: current teachers and students, classes, who is in them, and the marks of the year. Nobody who has left, no addresses, no telephone numbers, no remarks${hasDemographics ? '' : ', no dates of birth'}.`,
  nightly:
    'Each night another one is put here, as the school’s settings say, and beside it one with the changes since the night before.',
  notNightly: 'None is made by itself: the school’s settings turn nightly files on.',
  what: 'What goes out',
  everything: 'Everything',
  changesSince: (at: string, by: string) => `Changes since ${at}, ${by}`,
  gone: 'That file is not kept any more. Choose another one, or everything.',
  make: 'Make File',
  again: 'Make Again',
  goOn: 'Continue',
  making: (by: string) => `${by} has begun a file. It goes on when you close this page.`,
  stopped: 'The file could not be finished. Continue begins it again.',
  notStarted: 'The file was not begun.',
  none: 'No file yet',
  noneText: 'A file that is made stays here for two weeks.',
  files: 'Files of the last two weeks',
  has: 'Has',
  whole: 'Everything',
  since: (at: string) => `Changes since ${at}`,
  instead: 'Everything: what had changed was not known any more',
  madeBy: (by: string | null) => by ?? 'at night',
  made: 'Made',
  by: 'By',
  rows: 'Rows',
  size: 'File',
  until: 'Kept until',
  download: (what: string, at: string) => `Download the file of ${at}: ${what}`,
  rowsOf: (rows: number, files: number) =>
    rows === 0 ? 'Nothing changed' : `${pluralize(rows, 'row')} in ${pluralize(files, 'file')}`,
  lacksTerms:
    'No term of this year has both of its dates, so classes and marks are left out. Set them under Current Term.',
  care: 'The file has the names of all students. Hand it to those alone who may have them.',
} as const;
