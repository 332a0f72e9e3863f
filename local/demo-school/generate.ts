import type { SchoolFile } from '#shared/school/school-file.ts';
import { planAttendance } from './attendance/plan.ts';
import { currentTerm, periodsUpTo, termBefore } from './calendar.ts';
import { buildMarkBook } from './marks/course-work.ts';
import { buildSubjectRecords } from './marks/subject-records.ts';
import { averagesByStudent, buildBlankReport, buildFinishedReport } from './marks/term-reports.ts';
import { demoPictureName } from './pictures/student-pictures.ts';
import { createRandom, type Random } from './random.ts';
import { allocateTeachers } from './staff/allocate-teachers.ts';
import { buildGroups, placementIn } from './staff/groups.ts';
import { buildStaff, type StaffMember } from './staff/members.ts';
import { buildClassPosts, lessonsOfGroups } from './staff/posts.ts';
import { subjects } from './staff/subjects.ts';
import { buildCohort } from './students/cohort.ts';
import type { Pupil } from './students/pupil.ts';
import { buildStudents } from './students/student.ts';
import { buildStudentSignIns } from './students/student-sign-ins.ts';
import type {
  DemoAccount,
  DemoMarkBookPage,
  DemoSchool,
  DemoStudent,
  DemoStudentSignIn,
  DemoSubjectAssignment,
  DemoSubjectRecord,
  DemoTermReport,
  TeachingGroup,
  TermKey,
} from './types.ts';

/** Share of the groups whose teacher has begun to enter course work in the term under way. */
const startedShare = 0.08;

/**
 * A whole secondary school, the same for the same seed, school file and day. Nothing is read or written.
 * @param options.today yyyy-MM-dd; decides the current term, everyone's form and age, and which term is the last
 * finished one
 */
export function generateDemoSchool(options: { seed: string; school: SchoolFile; today: string }): DemoSchool {
  const { seed, school, today } = options;
  const random = createRandom(seed);
  const current = currentTerm(today);
  const past = termBefore(current);
  const pupils = buildCohort(random.fork('cohort'), { school, year: current.year });
  const { staff, archived } = buildStaffOfSchool(options);
  const now = allocatePupilsToTeachers(pupils, { year: current.year, when: 'now', staff });
  const isSameYear = past.year === current.year;
  const experienced = staff.filter(({ position }) => !position.isNew);
  const before = isSameYear
    ? now
    : allocatePupilsToTeachers(pupils, { year: past.year, when: 'before', staff: experienced });
  const years = isSameYear
    ? [{ groups: now, year: current.year, staff }]
    : [
        { groups: now, year: current.year, staff },
        { groups: before, year: past.year, staff: experienced },
      ];
  const byId = new Map(pupils.map((pupil) => [pupil.studentId, pupil]));
  const done = finishTerm(random.fork('past'), {
    groups: before,
    pupils: byId,
    school,
    key: past,
    when: isSameYear ? 'now' : 'before',
    today,
  });
  const begun = beginTerm(random.fork('current'), { groups: now, pupils: byId, school, key: current, today, staff });
  return {
    today,
    current,
    past,
    periods: periodsUpTo(current),
    subjects: [...subjects],
    employees: [...staff.map(({ employee }) => employee), ...archived],
    accounts: generateDemoAccounts(options),
    studentSignIns: buildStudentSignIns(pupils, today),
    groups: years.flatMap(({ groups }) => groups),
    lessons: years.flatMap(({ groups }) => lessonsOfGroups(groups)),
    classPosts: years.flatMap((entry) =>
      buildClassPosts(entry.groups, { school, staff: entry.staff, year: entry.year }),
    ),
    students: buildStudents(random.fork('students'), pupils, { school, year: current.year }).map((student) =>
      photographed(student, seed),
    ),
    assignments: assignmentsOf(now),
    termReports: [...done.reports, ...begun.reports],
    subjectRecords: done.records,
    markBook: [...done.pages, ...begun.pages],
    attendance: planAttendance(pupils, { seed, school, current, today }),
  };
}

/** With the name of the picture, where there is one. */
function photographed(student: DemoStudent, seed: string): DemoStudent {
  const picture = student.status === 'current' ? demoPictureName(seed, student.studentId) : undefined;
  return picture ? { ...student, attributes: { ...student.attributes, picture } } : student;
}

export const allocatePupilsToTeachers = (
  pupils: readonly Pupil[],
  { year, when, staff }: { year: number; when: 'now' | 'before'; staff: readonly StaffMember[] },
) => allocateTeachers(buildGroups(pupils, { year, when }), staff);

export const buildStaffOfSchool = ({ seed, school, today }: { seed: string; school: SchoolFile; today: string }) =>
  buildStaff(createRandom(seed).fork('staff'), { school, today });

/** Everyone of the school's present staff, without generating the rest of it. */
export const generateDemoAccounts = (options: { seed: string; school: SchoolFile; today: string }): DemoAccount[] =>
  buildStaffOfSchool(options).staff.map(({ position: { account }, employee }) => ({
    userName: employee.userName,
    employeeId: employee.employeeId,
    role: account?.role ?? 'teacher',
    mustChangePassword: account?.mustChangePassword ?? false,
  }));

/** The students with accounts, without generating the rest of the school. */
export const generateDemoStudentSignIns = ({
  seed,
  school,
  today,
}: {
  seed: string;
  school: SchoolFile;
  today: string;
}): DemoStudentSignIn[] =>
  buildStudentSignIns(buildCohort(createRandom(seed).fork('cohort'), { school, year: currentTerm(today).year }), today);

const assignmentsOf = (groups: readonly TeachingGroup[]): DemoSubjectAssignment[] =>
  groups.flatMap(({ employeeId, subjectId, studentIds }) =>
    studentIds.map((studentId) => ({ studentId, subjectId, employeeId })),
  );

interface TermOf {
  groups: readonly TeachingGroup[];
  pupils: ReadonlyMap<string, Pupil>;
  school: SchoolFile;
  key: TermKey;
  today: string;
}

const nameOf = ({ formLevel, subjectId, classIds }: TeachingGroup): string =>
  `${formLevel}/${subjectId}/${classIds.join('+')}`;

/** A term that is over: course work, examinations, comments, remarks. */
export function finishTerm(
  random: Random,
  { when, ...term }: TermOf & { when: 'now' | 'before' },
): { pages: DemoMarkBookPage[]; records: DemoSubjectRecord[]; reports: DemoTermReport[] } {
  const pageOfRecord = new Map<DemoSubjectRecord, DemoMarkBookPage | null>();
  for (const group of term.groups) {
    const source = random.fork(nameOf(group));
    const page = buildMarkBook(source.fork('work'), { ...term, group });
    const records = buildSubjectRecords(source.fork('records'), {
      ...term,
      group,
      page,
      placeOf: (pupil) => placementIn(pupil, when),
    });
    for (const record of records) pageOfRecord.set(record, page);
  }
  const records = [...pageOfRecord.keys()];
  const averages = averagesByStudent(records, {
    pageOf: (record) => pageOfRecord.get(record) ?? null,
    school: term.school,
  });
  const reports = [...term.pupils.values()].flatMap((pupil) => {
    const place = placementIn(pupil, when);
    if (!place) return [];
    const percentage = averages.get(pupil.studentId) ?? null;
    return [buildFinishedReport(random.fork(pupil.studentId), { ...term, pupil, place, percentage })];
  });
  return { pages: [...new Set(pageOfRecord.values())].filter((page) => page !== null), records, reports };
}

/**
 * The term under way: everyone registered, and course work where teachers have begun, the demo accounts' among them.
 */
function beginTerm(
  random: Random,
  { staff, ...term }: TermOf & { staff: readonly StaffMember[] },
): { pages: DemoMarkBookPage[]; reports: DemoTermReport[] } {
  const withAccount = new Set(staff.flatMap(({ position, employee }) => (position.account ? employee.employeeId : [])));
  const pages = term.groups.flatMap((group) => {
    const source = random.fork(nameOf(group));
    if (!source.chance(startedShare) && !withAccount.has(group.employeeId)) return [];
    return buildMarkBook(source.fork('work'), { ...term, group }) ?? [];
  });
  const reports = [...term.pupils.values()].flatMap((pupil) => {
    const place = placementIn(pupil, 'now');
    return place ? [buildBlankReport(pupil, place, term.key)] : [];
  });
  return { pages, reports };
}
