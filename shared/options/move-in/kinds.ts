/** What a school brings with it, in the order in which it is stored: what comes later names what came before. */
export const moveInKinds = ['teachers', 'subjects', 'classes', 'lessons', 'students', 'takers'] as const;
export type MoveInKind = (typeof moveInKinds)[number];

/** The names of the sheets of the product's own workbook, and of the kinds on the screen. */
export const kindTitles: Readonly<Record<MoveInKind, string>> = {
  teachers: 'Teachers',
  subjects: 'Subjects',
  classes: 'Classes',
  lessons: 'Lessons',
  students: 'Students',
  takers: 'Who takes what',
};

/** Fields of a kind beside the facts of the register, which students have. */
export const kindFields = {
  teachers: {
    teacher_num: 'Teacher No.',
    last_name: 'Last Name',
    first_name: 'First Name',
    name: 'Name',
    date_of_birth: 'Date of Birth',
    post: 'Post',
    form_class: 'Form Teacher of',
  },
  subjects: { title: 'Subject', abbr: 'Abbreviation' },
  classes: { class: 'Class', form_teacher: 'Form Teacher', dean: 'Dean' },
  lessons: { teacher: 'Teacher', subject: 'Subject', class: 'Class' },
  students: { name: 'Name' },
  takers: { student_id: 'Student ID', name: 'Name', class: 'Class', subject: 'Subject', teacher: 'Teacher' },
} as const satisfies Record<MoveInKind, Readonly<Record<string, string>>>;

/** A column of a file that is not read. */
export const noField = '-';

/** A sheet of a file that is not read. */
export const noKind = 'none';

/** The heading of a column with a subject, of a sheet with students down and subjects across. */
export const subjectColumn = 'subject:';

/** What a file writes otherwise than the school: classes, subjects and teachers are mapped to those of the school. */
export const namedKinds = ['class', 'subject', 'teacher'] as const;
export type NamedKind = (typeof namedKinds)[number];

/** What is asked once for all rows that are alike. */
export const alikeKinds = [
  'lost zeros',
  'near id',
  'near sea',
  'far id',
  'same person',
  'other school',
  'deleted teachers',
  'deleted students',
  'absent teachers',
  'absent students',
] as const;
export type AlikeKind = (typeof alikeKinds)[number];

/** The menu entries of which an administrator needs one to move anything in. */
export const menuOfKind = {
  teachers: 'employees',
  subjects: 'studentSubjects',
  classes: 'employees',
  lessons: 'employees',
  students: 'students',
  takers: 'studentSubjects',
} as const satisfies Record<MoveInKind, string>;

/** Names compare without case, accents, dots and double spaces. */
export const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
