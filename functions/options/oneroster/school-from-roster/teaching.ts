import { foldName } from '#shared/options/move-in/kinds.ts';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { formLevelOfClass, formLevelsOfSchool } from '../../../school/records/school.ts';
import { createClassFinder, currentSubjects, type KnownSchool } from '../../move-in/known-school.ts';
import type { Ended } from '../../move-in/reading/other-files.ts';
import type { Roster, RosterRow, RosterTable } from '../reading/read-roster.ts';
import { findTaughtGroups, type TaughtGroup } from '../school-as-records/taught-groups.ts';
import { type GiveSourcedId, type SourcedIdItem, sourcedKeys } from '../sourced-ids.ts';
import { createPersonFinder, listOf, type PeopleOfFile, usersFile } from './people.ts';
import type { SchoolOfFile } from './which-school.ts';
import type { YearsOfFile } from './years.ts';

/** A row of what is made of the file: its fields, as move-in names them. */
export interface MadeRow {
  row: number;
  fields: Readonly<Record<string, string>>;
}

/** A class of the file that is a form class of the school, or one that is taught. */
export type ClassOfFile =
  | { sourcedId: string; courseId: string; type: 'homeroom'; form: string }
  | {
      sourcedId: string;
      courseId: string;
      type: 'taught';
      /** Form classes as the file writes them, or as the school does. */
      forms: readonly string[];
      /** Names the subject in other rows: its title, or the abbreviation of one that is given another title. */
      subject: string;
      /** Of whom alone these students are, where several teach the form class. */
      ownTeacher: string | null;
    };

export interface EnrollmentOfFile {
  sourcedId: string;
  place: string;
  user: string;
  role: string;
}

export interface TeachingOfFile {
  subjects: readonly (MadeRow & { subject: string })[];
  posts: readonly MadeRow[];
  lessons: readonly MadeRow[];
  takers: readonly MadeRow[];
  /** The form class of each student of the file, as the file writes it. */
  formOf: ReadonlyMap<string, string>;
  /** Students whom the file has in two form classes. */
  inTwoForms: ReadonlyMap<string, readonly string[]>;
  classes: readonly ClassOfFile[];
  /** What is taught in a class of the file or of the school, of whatever year; undefined where nobody knows. */
  taughtIn: (classId: string) => { subject: string; formLevel: number | undefined } | undefined;
  /** Who is in which of them, by the ids of the file. */
  enrollments: readonly EnrollmentOfFile[];
  /** What enrollments that are marked as deleted end. */
  ended: readonly Ended[];
  refused: readonly { table: RosterTable; row: number; what: string; note: string }[];
  notes: readonly string[];
}

interface Reading {
  known: KnownSchool;
  remembered: readonly SourcedIdItem[];
  give: GiveSourcedId;
  which: SchoolOfFile;
  years: YearsOfFile;
  people: PeopleOfFile;
  today: string;
}

/** The sheet of what ends. */
const enrollmentsFile = 'enrollments.csv';

/** Subjects, form teachers, lessons and who takes what, of courses, classes and enrollments. */
export function readTeaching(roster: Roster, reading: Reading): TeachingOfFile {
  const { known, give, which, years, people, today } = reading;
  const refused: { table: RosterTable; row: number; what: string; note: string }[] = [];
  const notes: string[] = [];
  const year = known.year ?? 0;
  const findClass = createClassFinder(known.classIds);
  const personOf = createPersonFinder(people, known);
  const courses = new Map(
    roster.tables.courses.filter(({ isDeleted }) => !isDeleted).map((one) => [one.sourcedId, one]),
  );
  const subjects = createSubjectsOfCourses(courses, reading);
  const gone = ['orgs', 'academicSessions', 'courses', 'classes'] as const;
  const deleted = gone.reduce(
    (sum, table) => sum + roster.tables[table].filter(({ isDeleted }) => isDeleted).length,
    0,
  );
  if (deleted > 0) notes.push(wordings.namesStay(deleted));
  if (known.year === null && roster.tables.classes.length > 0) notes.push(wordings.noYear);

  const classRows = new Map(roster.tables.classes.map((one) => [one.sourcedId, one]));
  const inFile = new Set(classRows.keys());
  const groupsOfSchool = findGroupsOfSchool();
  const classOfTaker = new Map(known.assignments.map((one) => [`${one.studentId} ${one.subjectId}`, one.classId]));
  const knownClasses = taughtClassesOfSchool();
  const { homerooms, taught } = sortClasses();
  const { enrollments, deleted: endedEnrollments } = readEnrollments();
  const { formOf, inTwoForms } = findForms();
  const classes = findTaughtClasses();
  const byId = new Map<string, ClassOfFile>([
    ...[...homerooms].map(
      ([id, { form, courseId }]) => [id, { sourcedId: id, courseId, type: 'homeroom', form }] as const,
    ),
    ...classes.map((one) => [one.sourcedId, one] as const),
  ]);
  const posts = enrollments.flatMap(({ row, user, role, place }): MadeRow[] => {
    const formClass = byId.get(place);
    const person = personOf(user);
    if (formClass?.type !== 'homeroom' || person?.kind !== 'teachers') return [];
    // The standard has no deans: who administers a form class is one.
    if (role === 'administrator') return [{ row, fields: { class: formClass.form, dean: person.text } }];
    return role === 'teacher' && isPrimary(row, place)
      ? [{ row, fields: { class: formClass.form, form_teacher: person.text } }]
      : [];
  });
  const lessons = enrollments.flatMap(({ row, user, role, place }): MadeRow[] => {
    const taughtClass = byId.get(place);
    const person = personOf(user);
    if (taughtClass?.type !== 'taught' || role !== 'teacher' || person?.kind !== 'teachers') return [];
    return taughtClass.forms.map((form) => ({
      row,
      fields: { teacher: person.text, subject: taughtClass.subject, class: form },
    }));
  });
  const takers = enrollments.flatMap(({ row, user, role, place }): MadeRow[] => {
    const taughtClass = byId.get(place);
    if (taughtClass?.type !== 'taught' || role !== 'student') return [];
    const person = personOf(user);
    if (person?.kind !== 'students') return [];
    const own = taughtClass.ownTeacher === null ? undefined : personOf(taughtClass.ownTeacher);
    return [
      {
        row,
        fields: {
          student_id: person.number,
          ...(person.number === '' ? { name: person.text, class: formOf.get(user) ?? '' } : {}),
          subject: taughtClass.subject,
          ...(own ? { teacher: own.text } : {}),
        },
      },
    ];
  });
  return {
    subjects: subjects.rows(),
    posts,
    lessons,
    takers,
    formOf,
    inTwoForms,
    enrollments,
    ended: endedEnrollments.flatMap(endOf),
    taughtIn,
    classes: [...byId.values()].filter(({ sourcedId }) => inFile.has(sourcedId)),
    refused,
    notes,
  };

  function sortClasses() {
    const homerooms = new Map<string, { form: string; courseId: string }>();
    const taught: RosterRow[] = [];
    const homeroomIds = new Map(known.classIds.map((id) => [give('class', sourcedKeys.homeroom(year, id)), id]));
    const otherYears = new Map<string, number>();
    for (const one of roster.tables.classes) {
      const { row, sourcedId, cells, isDeleted } = one;
      if (isDeleted || !which.isOurs(listOf(cells.schoolSourcedId))) continue;
      const terms = listOf(cells.termSourcedIds);
      const found = terms.map((id) => [id, years.yearOf(id)] as const);
      const [orphan] = found.find(([, of]) => of === undefined) ?? [];
      const title = cells.title ?? sourcedId;
      if (orphan !== undefined && roster.modes.academicSessions !== 'absent') {
        const note = wordings.noSuch('termSourcedIds', 'academicSessions.csv', orphan);
        refused.push({ table: 'classes', row, what: title, note });
        continue;
      }
      const ofYears = found.flatMap(([, of]) => (of === undefined ? [] : [of]));
      if (known.year !== null && ofYears.length > 0 && !ofYears.includes(known.year)) {
        const named = `${ofYears[0]}-${(ofYears[0] ?? 0) + 1}`;
        otherYears.set(named, (otherYears.get(named) ?? 0) + 1);
        continue;
      }
      if (cells.classType?.toLowerCase() === 'homeroom') {
        const { classCode = '' } = cells;
        const form = homeroomIds.get(sourcedId) ?? findClass(classCode) ?? findClass(title) ?? title;
        homerooms.set(sourcedId, { form, courseId: cells.courseSourcedId ?? '' });
      } else taught.push(one);
    }
    // Those that the school has, for files of changes.
    for (const [id, form] of homeroomIds) if (!homerooms.has(id)) homerooms.set(id, { form, courseId: '' });
    const sum = [...otherYears.values()].reduce((all, one) => all + one, 0);
    if (sum > 0) notes.push(wordings.otherYear(sum, [...otherYears.keys()]));
    return { homerooms, taught };
  }

  /** By the form class that names it, or by the grade where it is one of the school's form levels. */
  function taughtIn(classId: string): { subject: string; formLevel: number | undefined } | undefined {
    const one = classRows.get(classId);
    if (!one) {
      const same = knownClasses.get(classId);
      const subject = currentSubjects(known).find(({ subjectId }) => subjectId === same?.subjectId)?.title;
      return same && subject !== undefined ? { subject, formLevel: formLevelOfClass(same.form) } : undefined;
    }
    const courseId = one.cells.courseSourcedId ?? '';
    const subject = subjects.titleOf(courseId);
    if (subject === undefined) return undefined;
    const [form, ...more] = formsByName(one) ?? [];
    const ofForm = form === undefined || more.length > 0 ? undefined : formLevelOfClass(form);
    const [grade = '', ...grades] = listOf(one.cells.grades ?? courses.get(courseId)?.cells.grades);
    const ofGrade = grades.length === 0 ? formLevelsOfSchool().find((level) => String(level) === grade) : undefined;
    return { subject, formLevel: ofForm ?? ofGrade };
  }

  function readEnrollments() {
    const taken = new Set([...homerooms.keys(), ...taught.map(({ sourcedId }) => sourcedId)]);
    const users = new Set(roster.tables.users.map(({ sourcedId }) => sourcedId));
    const deleted: { row: number; place: string; user: string; role: string }[] = [];
    let stay = 0;
    const rows = roster.tables.enrollments.flatMap(({ row, sourcedId, cells, isDeleted }) => {
      const { classSourcedId: place = '', userSourcedId: user = '', endDate = '' } = cells;
      const role = (cells.role ?? '').toLowerCase();
      if (!which.isOurs(listOf(cells.schoolSourcedId))) return [];
      const refuse = (note: string) => {
        refused.push({ table: 'enrollments', row, what: `${user}, ${place}`, note });
        return [];
      };
      const isHere = taken.has(place) || knownClasses.has(place);
      // Of what nobody has, nothing is left to end.
      if (isDeleted && isHere && !homerooms.has(place)) deleted.push({ row, place, user, role });
      else if (isDeleted && isHere) stay += 1;
      if (isDeleted) return [];
      if (!isHere && !inFile.has(place)) return refuse(wordings.noSuch('classSourcedId', 'classes.csv', place));
      if (!users.has(user) && !people.known.has(user)) return refuse(wordings.noSuch('userSourcedId', usersFile, user));
      if (!isHere) return [];
      if (endDate !== '' && endDate <= today) {
        if (role !== 'proctor') stay += 1;
        return [];
      }
      return [{ row, sourcedId, place, user, role, primary: cells.primary?.toLowerCase() }];
    });
    if (stay > 0) notes.push(wordings.takesStay(stay));
    return { enrollments: rows, deleted };
  }

  /** What an enrollment in a class that is taught ends: who is in the class now by the school has it taken away. */
  function endOf({ row, place, user, role }: { row: number; place: string; user: string; role: string }): Ended[] {
    const record = people.people.get(user)?.record ?? people.known.get(user)?.record;
    const kind = people.people.get(user)?.kind ?? people.known.get(user)?.kind;
    const made = { sheet: enrollmentsFile, row };
    if (record === undefined) return [];
    const group = groupsOfSchool.get(place);
    const ofFile = byId.get(place);
    const subjectId = group?.subjectId ?? knownClasses.get(place)?.subjectId ?? subjectIdOf(ofFile);
    if (subjectId === undefined) return [];
    const ofSchool = knownClasses.get(place)?.form;
    const forms =
      ofSchool === undefined
        ? ofFile?.type === 'taught'
          ? ofFile.forms.flatMap((form) => findClass(form) ?? [])
          : []
        : [ofSchool];
    if (role === 'student' && kind === 'students') {
      const takenIn = classOfTaker.get(`${record} ${subjectId}`);
      const isIn = group ? group.students.includes(record) : forms.includes(takenIn ?? '');
      // Somebody who takes it elsewhere has changed class or teacher.
      const isOver = isIn || takenIn === undefined;
      return isOver ? [{ ...made, kind: 'takers', studentId: record, subjectId }] : [];
    }
    if (role !== 'teacher' || kind !== 'teachers') return [];
    return forms.map((classId) => ({ ...made, kind: 'lessons' as const, employeeId: record, subjectId, classId }));
  }

  function subjectIdOf(ofFile: ClassOfFile | undefined): string | undefined {
    if (ofFile?.type !== 'taught') return undefined;
    const name = foldName(ofFile.subject);
    const same = currentSubjects(known).find(({ title, abbr }) =>
      [title, abbr].some((text) => foldName(text) === name),
    );
    return same?.subjectId ?? known.remembered.subject[name];
  }

  /** Of several teachers of a homeroom the primary one is its form teacher, or else the first. */
  function isPrimary(row: number, place: string): boolean {
    const own = enrollments.filter((one) => one.place === place && one.role === 'teacher');
    return (own.find(({ primary }) => primary === 'true') ?? own[0])?.row === row;
  }

  function findForms() {
    const all = new Map<string, Set<string>>();
    for (const { user, role, place } of enrollments) {
      const form = homerooms.get(place)?.form;
      if (role === 'student' && form !== undefined) all.set(user, (all.get(user) ?? new Set()).add(form));
    }
    // Schools without homerooms in the other program: the classes that are taught may have the name of one.
    const taughtById = new Map(taught.map((one) => [one.sourcedId, one]));
    const ofStudents = Map.groupBy(
      enrollments.filter(({ user, role }) => role === 'student' && !all.has(user)),
      ({ user }) => user,
    );
    for (const [user, own] of ofStudents) {
      const forms = new Set(own.flatMap(({ place }) => formsByName(taughtById.get(place)) ?? []));
      if (forms.size === 1) all.set(user, forms);
    }
    const formOf = new Map(
      [...all].flatMap(([user, forms]) => (forms.size === 1 ? [[user, [...forms][0] ?? ''] as const] : [])),
    );
    const inTwoForms = new Map(
      [...all].flatMap(([user, forms]) => (forms.size > 1 ? [[user, [...forms]] as const] : [])),
    );
    return { formOf, inTwoForms };
  }

  /** The one form class that the code or the title of a class has in it. */
  function formsByName(one: RosterRow | undefined): string[] | undefined {
    for (const text of [one?.cells.classCode ?? '', one?.cells.title ?? '']) {
      const whole = findClass(text);
      const words = text.split(/[\s:,;()–-]+/).filter((word) => word !== '');
      const found = new Set(whole === undefined ? words.flatMap((word) => findClass(word) ?? []) : [whole]);
      if (found.size === 1) return [...found];
    }
    return undefined;
  }

  /** Those who are taught together at the school, by the ids that are given out of them. */
  function findGroupsOfSchool(): Map<string, TaughtGroup> {
    const teachers = known.teachers.filter((one) => !isArchivedTeacher(one));
    const students = known.students.filter(({ status }) => status !== 'archived');
    return new Map(
      findTaughtGroups({ ...known, teachers, students }).map((group) => {
        const { subjectId, classId, ownTeacher } = group;
        const teacher = ownTeacher === null ? null : give('user', sourcedKeys.teacher(ownTeacher));
        return [give('class', sourcedKeys.lesson({ year, subjectId, classId, teacher })), group];
      }),
    );
  }

  /** Classes that are taught at the school, by the ids that are given out of them. */
  function taughtClassesOfSchool(): Map<string, { subjectId: string; form: string; teacher: string | null }> {
    const derived = known.lessons.flatMap(({ subjectId, classId, employeeId }) =>
      [null, give('user', sourcedKeys.teacher(employeeId))].map((teacher) => {
        const id = give('class', sourcedKeys.lesson({ year, subjectId, classId, teacher }));
        return [id, { subjectId, form: classId, teacher }] as const;
      }),
    );
    return new Map([
      ...[...groupsOfSchool].map(([id, { subjectId, classId, ownTeacher }]) => {
        const teacher = ownTeacher === null ? null : give('user', sourcedKeys.teacher(ownTeacher));
        return [id, { subjectId, form: classId, teacher }] as const;
      }),
      ...derived,
      ...reading.remembered.flatMap(({ kind, key, sourcedId }) => {
        const [of, ofYear, subjectId = '', form = '', teacher = null] = key.split('#');
        return kind === 'class' && of === 'subject' && Number(ofYear) === year
          ? [[sourcedId, { subjectId, form, teacher }] as const]
          : [];
      }),
    ]);
  }

  function findTaughtClasses(): Extract<ClassOfFile, { type: 'taught' }>[] {
    const ofSchool = knownClasses;
    const enrolled = Map.groupBy(enrollments, ({ place }) => place);
    const classOfStudent = new Map(known.students.map(({ studentId, classId }) => [studentId, classId]));
    const found = taught.flatMap((one) => {
      const { row, sourcedId, cells } = one;
      const title = cells.title ?? sourcedId;
      const courseId = cells.courseSourcedId ?? '';
      const subject = subjects.of(courseId);
      if (subject === undefined) {
        const note = wordings.noSuch('courseSourcedId', 'courses.csv', courseId);
        refused.push({ table: 'classes', row, what: title, note });
        return [];
      }
      const own = enrolled.get(sourcedId) ?? [];
      const ofStudents = own.flatMap(({ user, role }) => {
        if (role !== 'student') return [];
        const form = formOf.get(user) ?? classOfStudent.get(people.known.get(user)?.record ?? '');
        return form === undefined ? [] : [form];
      });
      const remembered = ofSchool.get(sourcedId);
      const named = remembered ? [remembered.form] : (formsByName(one) ?? []);
      const forms = [...new Set([...named, ...ofStudents])];
      if (forms.length === 0) {
        if (own.length > 0) refused.push({ table: 'classes', row, what: title, note: wordings.notOfClass(title) });
        return [];
      }
      const teachers = own.filter(({ role }) => role === 'teacher').map(({ user }) => user);
      return [
        { sourcedId, courseId, forms, subject: subject.text, isRest: isCalled(title, subject.title, forms), teachers },
      ];
    });
    // Of changes alone: classes of which the file has enrollments and nothing else.
    const read = new Set(found.map(({ sourcedId }) => sourcedId));
    for (const [sourcedId, { subjectId, form, teacher }] of ofSchool) {
      const subject = currentSubjects(known).find((one) => one.subjectId === subjectId)?.title;
      if (read.has(sourcedId) || inFile.has(sourcedId) || subject === undefined || !enrolled.has(sourcedId)) continue;
      const teachers = (enrolled.get(sourcedId) ?? []).filter(({ role }) => role === 'teacher').map(({ user }) => user);
      const isRest = teacher === null;
      found.push({ sourcedId, courseId: '', forms: [form], subject, isRest, teachers });
    }
    const beside = new Map<string, number>();
    const placeOf = (subject: string, form: string) => `${foldName(subject)} ${foldName(form)}`;
    for (const { subject, forms } of found)
      for (const form of forms) beside.set(placeOf(subject, form), (beside.get(placeOf(subject, form)) ?? 0) + 1);
    return found.map(({ isRest, teachers, ...one }) => {
      const isDivided = one.forms.some((form) => (beside.get(placeOf(one.subject, form)) ?? 0) > 1);
      const [teacher] = teachers;
      const ownTeacher = isDivided && !isRest && teachers.length === 1 && teacher !== undefined ? teacher : null;
      return { ...one, type: 'taught' as const, ownTeacher };
    });
  }
}

/** Called as the whole form class is: those of a divided one who are with no teacher of their own. */
const isCalled = (title: string, subject: string, forms: readonly string[]): boolean =>
  forms.some((form) => foldName(title) === foldName(`${subject} ${form}`));

/** The subjects of courses: those of all form levels that have one title. */
function createSubjectsOfCourses(
  courses: ReadonlyMap<string, RosterRow>,
  { known, give }: Pick<Reading, 'known' | 'give'>,
) {
  const current = currentSubjects(known);
  const byId = new Map(
    current.flatMap(({ subjectId, title, abbr }) =>
      formLevelsOfSchool().map(
        (level) => [give('course', sourcedKeys.course(subjectId, level)), { title, abbr }] as const,
      ),
    ),
  );
  const used = new Map<string, { row: number; title: string; abbr: string; text: string; id: string }>();
  const abbrs = new Set(current.map(({ abbr }) => foldName(abbr)));
  return {
    /** The title of a course's subject, of which nothing is made. */
    titleOf: (courseId: string): string | undefined => {
      const course = courses.get(courseId);
      return byId.get(courseId)?.title ?? (course && titleOf(course.cells).title);
    },
    /** The title of a course's subject, and what names it in other rows; undefined where nobody has the course. */
    of: (courseId: string): { title: string; text: string } | undefined => {
      const course = courses.get(courseId);
      const same = byId.get(courseId);
      if (!course) return same && { title: same.title, text: same.title };
      const { title, code } = titleOf(course.cells);
      const id = subjectIdOf(course.cells);
      const one = used.get(foldName(title));
      if (one) {
        if (one.id !== id) one.id = '';
        return one;
      }
      const ofSchool = current.find((subject) => foldName(subject.title) === foldName(title));
      // A code that is another subject's says nothing; a course that is known may have another title now.
      const isFree = code.length <= 10 && !abbrs.has(foldName(code));
      const abbr = ofSchool ? '' : same ? same.abbr : isFree ? code : '';
      abbrs.add(foldName(abbr));
      const text = ofSchool?.title ?? (same ? same.abbr : title);
      const made = { row: course.row, title: ofSchool?.title ?? title, abbr, text, id };
      used.set(foldName(title), made);
      return made;
    },
    rows: () =>
      [...used.values()].map(({ row, title, abbr, text, id }) => ({
        row,
        fields: { title, abbr, subject_id: id },
        subject: text,
      })),
  };
}

/** The code of the one subject of a course, where it can be an id of the school's; empty otherwise. */
function subjectIdOf(cells: Readonly<Record<string, string>>): string {
  const [code = '', ...more] = listOf(cells.subjectCodes);
  return more.length === 0 && /^[A-Z][A-Z0-9]{1,9}(-\d{1,2})?$/.test(code) ? code : '';
}

/** "Mathematics, Form 4", "Mathematics (Year 04)". */
const levelOfTitle = /^(.*?)[\s,:(–-]{0,10}(?:form|grade|year|level|std|standard)?[\s-]{0,10}(\d{1,3})\)?$/i;
/** "MATH-4". */
const levelOfCode = /^(.*?)[\s._-]{0,10}(\d{1,3})$/;

/** "Mathematics, Form 2" and MATH-2 of the second form are Mathematics and MATH. */
function titleOf(cells: Readonly<Record<string, string>>): { title: string; code: string } {
  const [title = '', code = ''] = [cells.title, cells.courseCode];
  const [subject, ...moreSubjects] = listOf(cells.subjects);
  const [level, ...moreLevels] = listOf(cells.grades);
  const isOfLevel = level !== undefined && moreLevels.length === 0 && /^\d+$/.test(level);
  const without = (text: string, atEnd: RegExp): string => {
    const [, before = '', number] = atEnd.exec(text) ?? [];
    return isOfLevel && Number(number) === Number(level) ? before.trim() : text;
  };
  const bare = without(title, levelOfTitle);
  const isNamed = subject !== undefined && moreSubjects.length === 0 && foldName(title).startsWith(foldName(subject));
  // A list has its subjects without their commas.
  const isSame = isNamed && foldName(bare) === foldName(subject);
  return { title: (isNamed && !isSame ? subject : bare) || title, code: without(code, levelOfCode) };
}
