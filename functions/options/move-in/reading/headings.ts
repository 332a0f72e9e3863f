import { type ColumnOfSubject, foldName, type MoveInKind } from '#shared/options/move-in/kinds.ts';
import { type TermTitles, takePeriod } from '#shared/school/parse-period.ts';
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

/** Of how many the marks of a column are, by its heading: "(30)", "/70", "out of 50". */
const outOf = /[(/[]\s*(?:out of\s*)?(\d{1,3})\s*%?\s*[)\]]?|\bout of\s*(\d{1,3})|(?<![\p{L}\p{N}])\d{1,3}\s*%|%/giu;
const bare = (text: string): string => text.replaceAll(outOf, ' ').replaceAll(/\s+/g, ' ').trim();

/** 50 of "Art (50)"; undefined where no heading of a column says it. */
export function mostOfHeading(texts: readonly string[], terms: TermTitles): number | undefined {
  for (const text of texts)
    for (const [, inBrackets, inWords] of takePeriod(text, terms).rest.matchAll(outOf)) {
      const most = Number(inBrackets ?? inWords);
      // "Art (2)" is a group, not a mark out of two.
      if (most >= 5) return most;
    }
  return undefined;
}

/** What a heading says beside its term and of how many its marks are. */
function takeTerm(text: string, terms: TermTitles) {
  const { rest, ...period } = takePeriod(text, terms);
  return { ...period, rest: bare(rest) };
}

/** "Term" above "2" as "Term 2". */
function withWholeTerms(texts: readonly string[]): readonly string[] {
  const heading = texts.at(-1) ?? '';
  const isNumber = /^(?:[123]|i{1,3})$/i.test(heading.trim());
  const word = texts.findLastIndex((text) => /^(?:terms?|trimesters?)$/.test(foldName(text)));
  return isNumber && word >= 0 ? [...texts.slice(0, -1).toSpliced(word, 1), `Term ${heading}`] : texts;
}

/** Whether a heading is a part of a subject's marks, or a term: one below the name of the subject. */
export const isPartOfSubject = (heading: string, terms: TermTitles): boolean => {
  const { term, rest } = takeTerm(heading, terms);
  return parts[foldName(rest)] !== undefined || (term !== null && rest === '');
};

/** Whether a text is a term, or a year, and nothing else. */
export function isPeriod(text: string, terms: TermTitles): boolean {
  const { rest, year, term } = takePeriod(text, terms);
  return rest === '' && (year !== null || term !== null);
}

/**
 * The subject, the part of its marks and the term that a column has, by its heading and those that are merged above it,
 * the topmost first: "English" above "Term 2" above "Exam", in any order. `ofSheet` is the subject of a sheet that has
 * one. Undefined where the headings can be no subject.
 */
export function marksOfHeading(
  heading: string,
  above: readonly string[],
  {
    terms,
    ofSheet,
    isSubject,
  }: { terms: TermTitles; ofSheet?: string | undefined; isSubject?: (text: string) => boolean },
): ColumnOfSubject | undefined {
  const taken = withWholeTerms([...above, heading]).map((text) => takeTerm(text, terms));
  const [year, term] = [onlyOne(taken.map((of) => of.year)), onlyOne(taken.map((of) => of.term))];
  const levels = taken.map(({ rest }) => rest).filter((rest) => rest !== '');
  const part = onlyOne(levels.map((text) => parts[foldName(text)] ?? null));
  if (year === undefined || term === undefined || part === undefined) return undefined;
  const named = levels.filter((text) => parts[foldName(text)] === undefined);
  if (named.some((text) => noSubjects.test(foldName(text)))) return undefined;
  const subject = named.find((text) => isSubject?.(text)) ?? named.at(-1);
  if (subject === undefined) {
    // A part alone is of a subject only where that is the subject of the sheet.
    const isKnown = ofSheet !== undefined && (part !== null || term !== null);
    return isKnown ? { subject: ofSheet, part: part ?? 'mark', year, term } : undefined;
  }
  if (!/\p{L}{2}/u.test(subject)) return undefined;
  if (part !== null) return { subject, part, year, term };
  const words = subject.split(/[\s:()[\]–-]+/).filter((word) => word !== '');
  for (const count of [2, 1]) {
    const last = parts[foldName(words.slice(-count).join(' '))];
    if (last !== undefined && words.length > count)
      return { subject: words.slice(0, -count).join(' '), part: last, year, term };
  }
  return { subject, part: 'mark', year, term };
}

/** The one value of several levels; null where none has one, undefined where they disagree. */
function onlyOne<T>(values: readonly (T | null)[]): T | null | undefined {
  const named = new Set(values.filter((value) => value !== null));
  return named.size > 1 ? undefined : ([...named][0] ?? null);
}

/** The count of absences and the like that a column has, with the term that its headings name. */
export function figureOfHeading(
  heading: string,
  above: readonly string[],
  terms: TermTitles,
): { figure: string; year: number | null; term: 1 | 2 | 3 | null } | undefined {
  const taken = withWholeTerms([...above, heading]).map((text) => takeTerm(text, terms));
  const [year, term] = [onlyOne(taken.map((of) => of.year)), onlyOne(taken.map((of) => of.term))];
  const figures = taken.flatMap(({ rest }) => byHeading.attendance?.get(foldName(rest)) ?? []);
  const [figure] = figures.filter((field) => Object.hasOwn(attended, field));
  return figure === undefined || year === undefined || term === undefined ? undefined : { figure, year, term };
}

/** The field of a kind that a heading names; undefined for any other text. */
export function fieldOfKind(kind: MoveInKind, heading: string): string | undefined {
  const folded = foldName(heading);
  if (kind !== 'students') return byHeading[kind]?.get(folded);
  if (namesOfStudents.has(folded)) return 'name';
  return idsOfStudents.has(folded) ? 'id' : fieldOfHeading(heading);
}
