import { pluralize } from '../../pluralize.ts';

/** Sentences about figures without names. */
export const districtWordings = {
  about:
    'A file of figures for the district or the ministry: students, averages, attendance and what is entered, by form and subject. It has no names and no IDs, and groups of fewer than ten students are hidden, with those from which they could be computed.',
  term: 'Term',
  posted: 'Posted: the figures are those of the posted reports.',
  open: 'Not posted: the figures are those of the marks as they are now.',
  make: 'Make File',
  madeNow: (name: string) => `${name} was made.`,
  lastMade: (number: number, by: string, at: string) => `Last made by ${by}, ${at} (number ${number} of the year).`,
  neverMade: 'No file of this term was made yet.',
  fingerprint: 'The school’s key',
  aboutFingerprint:
    'The district knows the school’s files by this key. Read it out to them once, by telephone: then nobody else can make a file in the school’s name.',
  whatIsInIt: 'What the file has',
  hiddenGroups: (hidden: number, all: number) => `${hidden} of ${pluralize(all, 'group')} are hidden.`,
  hidden: 'hidden',
  school: 'School',
  allForms: 'All forms',
  noTerms: 'No term has reports yet.',
  noReports: 'Nobody is registered for this term: there are no figures.',
  failed: 'The file could not be made.',
  figuresOfForms: 'Figures by form',
  figuresOfSubjects: 'Figures by subject',
  group: 'Group',
  subject: 'Subject',
  students: 'Students',
  average: 'Average %',
  attendance: 'Attendance %',
  marksEntered: 'Marks entered %',
  remarksEntered: 'Remarks entered %',
  commentsEntered: 'Comments entered %',
} as const;
