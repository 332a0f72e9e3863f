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

/** What a column of a sheet with subjects across has of which subject, and of which term where its heading says so. */
export interface ColumnOfSubject {
  part: 'mark' | 'course' | 'exam';
  subject: string;
  /** Start year of the academic year. */
  year: number | null;
  term: 1 | 2 | 3 | null;
}

const startOfPart = { mark: 'subject', course: 'course', exam: 'exam' } as const;
const partOfStart = { subject: 'mark', course: 'course', exam: 'exam' } as const;
const ofSubject = /^(subject|course|exam):(.*)$/s;

/** The field of such a column: "subject:Art", "2:exam:Art" of a second term, "2023-2:exam:Art" of that of a year. */
export const fieldOfSubject = ({ part, subject, year, term }: ColumnOfSubject): string =>
  fieldInTerm({ year, term }, `${startOfPart[part]}:${subject}`);

/** A field with the term that the heading of its column names. */
export const fieldInTerm = ({ year, term }: Pick<ColumnOfSubject, 'year' | 'term'>, field: string): string =>
  term === null ? field : `${year === null ? '' : `${year}-`}${term}:${field}`;

/** A field without its term, and the term; nulls where the heading names none. */
export function termOfField(field: string): Pick<ColumnOfSubject, 'year' | 'term'> & { field: string } {
  const [, year, term, bare] = /^(?:(\d{4})-)?([123]):(.*)$/s.exec(field) ?? [];
  if (term === undefined || bare === undefined) return { year: null, term: null, field };
  return { year: year === undefined ? null : Number(year), term: Number(term) as 1 | 2 | 3, field: bare };
}

/** Undefined for a field that is of no subject's column. */
export function partOfColumn(field: string): ColumnOfSubject | undefined {
  const { field: bare, ...period } = termOfField(field);
  const [, start, subject] = ofSubject.exec(bare) ?? [];
  if (start === undefined || subject === undefined) return undefined;
  return { part: partOfStart[start as keyof typeof partOfStart], subject, ...period };
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
  'everybody',
  'out of',
  'name order',
  'capitals',
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
