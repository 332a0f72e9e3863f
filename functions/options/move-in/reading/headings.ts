import { foldName, type MoveInKind } from '#shared/options/move-in/kinds.ts';
import { fieldOfHeading } from '../../../students/spreadsheets/read-class-list.ts';

type FieldNames = Readonly<Record<string, readonly string[]>>;

const teacher = ['teacher', 'teacher name', 'name of teacher', 'staff', 'taught by', 'subject teacher', 'instructor'];
const subject = ['subject', 'subject title', 'subject name', 'title', 'course'];
const formClass = ['class', 'form class', 'class name', 'form', 'group', 'class group', 'classes', 'form classes'];

const ofStudentAndTerm = {
  student_id: ['student id', 'student no', 'student number', 'student code', 'id', 'id no', 'id number', 'reg no'],
  name: ['name', 'student', 'student name', 'name of student', 'names', 'full name', 'pupil'],
  last_name: ['last name', 'surname', 'family name'],
  first_name: ['first name', 'first names', 'forename', 'given name', 'given names'],
  class: formClass,
  year: ['year', 'academic year', 'school year'],
  term: ['term', 'trimester'],
  source: ['source', 'where from'],
};
const attended = {
  sessions: ['sessions', 'possible sessions', 'sessions possible', 'possible attendance', 'possible', 'no of sessions'],
  absent: [
    ...['absent', 'absences', 'times absent', 'days absent', 'sessions absent', 'no of absences', 'abs'],
    'absence',
  ],
  late: ['late', 'times late', 'lates', 'lateness', 'latenesses', 'punctuality', 'late arrivals', 'no of lates'],
};

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
  marks: {
    ...ofStudentAndTerm,
    // Course is a part of a mark here.
    subject: subject.filter((heading) => heading !== 'course'),
    mark: ['mark', 'marks', 'total', 'final mark', 'grade', 'score', 'percent', 'percentage', 'total mark'],
    course: ['course', 'course work', 'coursework', 'course mark', 'course marks', 'cw', 'sba'],
    exam: ['exam', 'examination', 'exam mark', 'exam marks'],
    ...attended,
  },
  attendance: { ...ofStudentAndTerm, ...attended },
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

/** Parts of a subject's marks, as the last words of a heading or below one with the subject. */
const parts: Readonly<Record<string, 'mark' | 'course' | 'exam'>> = {
  course: 'course',
  coursework: 'course',
  'course work': 'course',
  cw: 'course',
  sba: 'course',
  term: 'course',
  exam: 'exam',
  examination: 'exam',
  ex: 'exam',
  total: 'mark',
  tot: 'mark',
  mark: 'mark',
  marks: 'mark',
  final: 'mark',
  grade: 'mark',
  percent: 'mark',
};

/** Headings of columns beside marks that are no subject. */
const noSubjects =
  /^(average|avg|mean|rank|position|pos|place|total|totals|grand total|sum|no|number|sex|gender|age|house|form|conduct|remarks?|comments?|passes|result|dob|date of birth|s n|sn)( marks?| score| no| in class| in form)*$/;

/**
 * The subject and the part of its marks that a column has, by its heading and the one that is merged above it;
 * undefined where the heading can be no subject.
 */
export function marksOfHeading(
  heading: string,
  above: string,
): { subject: string; part: 'mark' | 'course' | 'exam' } | undefined {
  // Numbers such as "(30)" and "/70" say of how many the mark is.
  const bare = (text: string) => text.replaceAll(/[(/[]\s*(?:out of\s*)?\d{1,3}\s*%?[)\]]?|%/g, ' ').trim();
  const whole = foldName(bare(heading));
  const below = parts[whole];
  if (below !== undefined) {
    const subject = bare(above);
    return subject === '' || noSubjects.test(foldName(subject)) ? undefined : { subject, part: below };
  }
  if (!/\p{L}{2}/u.test(whole) || noSubjects.test(whole)) return undefined;
  const words = bare(heading)
    .split(/[\s:()[\]–-]+/)
    .filter((word) => word !== '');
  for (const count of [2, 1]) {
    const part = parts[foldName(words.slice(-count).join(' '))];
    if (part !== undefined && words.length > count) return { subject: words.slice(0, -count).join(' '), part };
  }
  return { subject: bare(heading), part: 'mark' };
}

/** The field of a kind that a heading names; undefined for any other text. */
export function fieldOfKind(kind: MoveInKind, heading: string): string | undefined {
  const folded = foldName(heading);
  if (kind !== 'students') return byHeading[kind]?.get(folded);
  if (namesOfStudents.has(folded)) return 'name';
  return idsOfStudents.has(folded) ? 'id' : fieldOfHeading(heading);
}
