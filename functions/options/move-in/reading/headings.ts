import { foldName, type MoveInKind } from '#shared/options/move-in/kinds.ts';
import { fieldOfHeading } from '../../../students/spreadsheets/read-class-list.ts';

type FieldNames = Readonly<Record<string, readonly string[]>>;

const teacher = ['teacher', 'teacher name', 'name of teacher', 'staff', 'taught by', 'subject teacher', 'instructor'];
const subject = ['subject', 'subject title', 'subject name', 'title', 'course'];
const formClass = ['class', 'form class', 'class name', 'form', 'group', 'class group', 'classes', 'form classes'];

/** Headings of each field as files have them, folded. */
const headings: Readonly<Record<Exclude<MoveInKind, 'students'>, FieldNames>> = {
  teachers: {
    teacher_num: [
      ...['teacher no', 'teacher number', 'staff no', 'staff number', 'staff id', 'teacher id', 'no', 'number'],
      ...['employee no', 'employee number', 'teacher code', 'id'],
    ],
    last_name: ['last name', 'surname', 'family name'],
    first_name: ['first name', 'first names', 'forename', 'given name', 'given names'],
    name: ['name', 'teacher', 'teacher name', 'name of teacher', 'full name', 'staff name', 'teachers'],
    date_of_birth: ['date of birth', 'd o b', 'dob', 'birth date', 'birthday', 'birthdate', 'born'],
    post: ['post', 'position', 'rank', 'designation', 'title of post'],
    form_class: ['form teacher of', 'form class', 'class', 'form teacher', 'form', 'homeroom'],
  },
  subjects: {
    title: subject,
    abbr: ['abbreviation', 'abbr', 'code', 'subject code', 'short', 'short name', 'short title'],
  },
  classes: {
    class: formClass,
    form_teacher: [
      'form teacher',
      'form teachers',
      'form master',
      'form mistress',
      'class teacher',
      'homeroom teacher',
    ],
    dean: ['dean', 'deans', 'head of year', 'year head'],
  },
  lessons: { teacher, subject, class: formClass },
  takers: {
    student_id: ['student id', 'student no', 'student number', 'student code', 'id', 'id no'],
    name: ['name', 'student', 'student name', 'name of student', 'names', 'full name', 'pupil'],
    class: formClass,
    subject,
    teacher,
  },
};

/** Headings of a student's whole name, beside the fields of the register. */
const namesOfStudents = new Set([
  'name',
  'student',
  'student name',
  'name of student',
  'names',
  'full name',
  'pupil',
  'pupils',
]);

const byHeading = Object.fromEntries(
  Object.entries(headings).map(([kind, fields]) => [
    kind,
    new Map(
      Object.entries(fields)
        .reverse()
        .flatMap(([field, names]) => names.map((name) => [name, field] as const)),
    ),
  ]),
) as Record<string, ReadonlyMap<string, string>>;

/** Headings of a student's id, beside those of the upload of students. */
const idsOfStudents = new Set(['id no', 'id number', 'reg no', 'registration no', 'admission no', 'index no']);

/** The field of a kind that a heading names; undefined for any other text. */
export function fieldOfKind(kind: MoveInKind, heading: string): string | undefined {
  const folded = foldName(heading);
  if (kind !== 'students') return byHeading[kind]?.get(folded);
  if (namesOfStudents.has(folded)) return 'name';
  return idsOfStudents.has(folded) ? 'id' : fieldOfHeading(heading);
}
