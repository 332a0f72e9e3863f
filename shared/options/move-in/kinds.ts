/** What a school brings with it, in the order in which it is stored: what comes later names what came before. */
export const moveInKinds = [
  'teachers',
  'subjects',
  'classes',
  'lessons',
  'students',
  'takers',
  'marks',
  'attendance',
] as const;
export type MoveInKind = (typeof moveInKinds)[number];

/** The names of the sheets of the product's own workbook, and of the kinds on the screen. */
export const kindTitles: Readonly<Record<MoveInKind, string>> = {
  teachers: 'Teachers',
  subjects: 'Subjects',
  classes: 'Classes',
  lessons: 'Lessons',
  students: 'Students',
  takers: 'Who takes what',
  marks: 'Past marks',
  attendance: 'Past attendance',
};

/** Kinds of terms before the school used this program: their sheets are of a term, or have columns that name it. */
export const pastKinds = ['marks', 'attendance'] as const satisfies readonly MoveInKind[];
export type PastKind = (typeof pastKinds)[number];
export const isPastKind = (kind: string): kind is PastKind => pastKinds.some((one) => one === kind);

const ofStudentAndTerm = {
  student_id: 'Student ID',
  name: 'Name',
  last_name: 'Last Name',
  first_name: 'First Name',
  class: 'Class',
  year: 'Year',
  term: 'Term',
} as const;
const attended = { sessions: 'Sessions', absent: 'Absent', late: 'Late' } as const;

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
  marks: {
    ...ofStudentAndTerm,
    subject: 'Subject',
    mark: 'Mark',
    course: 'Course',
    exam: 'Exam',
    source: 'Source',
    // Mark sheets often end with them.
    ...attended,
  },
  attendance: { ...ofStudentAndTerm, ...attended, source: 'Source' },
} as const satisfies Record<MoveInKind, Readonly<Record<string, string>>>;

/** A column of a file that is not read. */
export const noField = '-';

/** A sheet of a file that is not read. */
export const noKind = 'none';

/** The heading of a column with a subject, of a sheet with students down and subjects across: ticks, or marks. */
export const subjectColumn = 'subject:';
/** The same, of marks in two columns. */
export const courseColumn = 'course:';
export const examColumn = 'exam:';

/** What a column of a sheet with subjects across has of which subject; undefined for any other field. */
export function partOfColumn(field: string): { part: 'mark' | 'course' | 'exam'; subject: string } | undefined {
  for (const [start, part] of [
    [subjectColumn, 'mark'],
    [courseColumn, 'course'],
    [examColumn, 'exam'],
  ] as const)
    if (field.startsWith(start)) return { part, subject: field.slice(start.length) };
  return undefined;
}

/**
 * What a file writes otherwise than the school: classes, subjects and teachers are mapped to those of the school,
 * subjects of earlier terms may stay as they are written, and so may grades. What some files
 * call course work, exams and whole marks is mapped to these.
 */
export const namedKinds = ['class', 'subject', 'teacher', 'past subject', 'grade', 'part of a mark'] as const;
export type NamedKind = (typeof namedKinds)[number];

/** The answer that leaves a name as it is written. */
export const asWritten = '=';

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
  'by name',
  'course and exam',
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
  marks: 'reports',
  attendance: 'reports',
} as const satisfies Record<MoveInKind, string>;

/** Names compare without case, accents, dots and double spaces. */
export const foldName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
