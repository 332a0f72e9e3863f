import type { SubjectColumn } from './card-layout.ts';
import type { BlockName } from './edit-layout.ts';

/** What the layout screen calls the parts of a card. */
export const blockTitles: Readonly<Record<BlockName, string>> = {
  student: 'Student',
  average: 'Average',
  attendance: 'Attendance',
  conduct: 'Conduct',
  subjects: 'Subjects',
  legend: 'Legend',
  music: 'Music',
  activities: 'Co-curricular activities',
  formTeacherRemarks: 'Form teacher’s remarks',
  deanRemarks: 'Dean’s remarks',
  reopening: 'New term begins',
  signatures: 'Signatures',
  words: 'Words of the school',
};

/** And the columns of its subject table. */
export const columnTitles: Readonly<Record<SubjectColumn, string>> = {
  course: 'Course',
  exam: 'Exam',
  total: 'Total',
  totalInWords: 'Total in words',
  classAverage: 'Average of the class',
  highest: 'Highest of the class',
  place: 'Place in the class',
  absent: 'Times absent',
  late: 'Times late',
  application: 'Application',
  conduct: 'Conduct',
  teacher: 'Teacher',
  comment: 'Comment',
};

/** The parts of the editor. */
export const partTitles = {
  blocks: 'Parts of the card',
  columns: 'Columns of the subjects',
  groups: 'Groups of subjects',
  marksInWords: 'Marks in words',
  facts: 'Student and term',
  signatories: 'Who signs',
} as const;

/** Sentences of the layout screen. */
export const layoutScreenWordings = {
  title: 'Report Card Layouts',
  none: 'Report cards look as your IT officer has set them up. Begin with one of these layouts to make your own.',
  notPublished: 'Nobody’s card has this layout yet.',
  inUse: (version: number, where: string) => `Version ${version} is on the cards of ${where}.`,
  problems: 'It cannot be published like this:',
  noStudents: 'Nobody of this form has a report in the current term.',
  saving: 'Saving…',
  saved: 'Draft saved',
  notSaved: 'The draft is not saved.',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  blank: (what: string) => `Please write something here: ${what}. It is saved then.`,
  groups: 'Subjects of no group follow the others by title.',
  versions: 'Earlier versions',
  noVersions: 'This layout has not been published yet.',
  take: 'Take as Draft',
  published: (students: number) =>
    `Layout published. ${students === 1 ? '1 card was' : `${students} cards were`} laid out.`,
} as const;
