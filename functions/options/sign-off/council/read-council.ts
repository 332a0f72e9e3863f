import { signOffContract } from '#shared/options/sign-off/contract.ts';
import type { ClassCouncil } from '#shared/options/sign-off/council/calls.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { termBefore } from '#shared/school/academic-year.ts';
import { readClassContents, termReportKey } from '../../../marks/records/term-report.ts';
import { type EmployeeItem, readTeachersOfClasses } from '../../../people/records/store.ts';
import {
  peopleOfClass,
  readPeopleOfEndedTerm,
  subjectsOfTerm,
  type TermPeopleItem,
} from '../../../people/records/term-people.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import type { FoundRecords } from '../../../platform/table/table.ts';
import { readMany } from '../../../platform/table/table.ts';
import { readDecisions, whyPlanClosed } from '../../../school/promotion/plan-store.ts';
import { periodKey, settingsOfClass } from '../../../school/records/periods.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { decideClassListSource, listSourceKeys } from '../../../students/records/term-lists.ts';
import { readSubjectNamesById } from '../../../subjects/records/store.ts';
import { readListedStudents } from '../../../term-reports/listed-students.ts';
import { readClassesOfCaller, signingKeys } from '../records/signing-posts.ts';
import { holdsCouncil, requireCouncil } from './council-access.ts';
import { ClassCouncilEntity, CouncilNoteEntity, toMeeting } from './council-records.ts';
import { buildCouncilStudents, type Contents } from './council-students.ts';

interface OfClass extends Term {
  class_id: string;
}

/** Keys of what a council is read with. */
export function councilKeys({ class_id: classId, year, term }: OfClass, accountId: string) {
  const before = termBefore({ year, term });
  return {
    ...signingKeys({ class_id: classId, year }, accountId),
    ...listSourceKeys(year),
    period: periodKey(year, term),
    periodBefore: periodKey(before.year, before.term),
    meeting: ClassCouncilEntity.key({ year, term, classId }),
  };
}

/** Without a class nothing of one is read: no class of a school has this id. */
const noClass = '-';

export const readClassCouncil = callHandler(signOffContract.readClassCouncil, {
  prefetch: (input, accountId) => councilKeys({ ...input, class_id: input.class_id ?? noClass }, accountId),
  handle: async ({ input: { class_id: classId, year, term }, caller, found }) => ({
    classes: await listCouncils(year, { caller, employee: found.employee }),
    council: classId === undefined ? null : await readCouncil({ class_id: classId, year, term }, { caller, found }),
  }),
});

/** The classes whose council the caller holds, in the order of the school. A query for a teacher. */
async function listCouncils(
  year: number,
  { caller, employee }: { caller: Caller; employee: EmployeeItem | undefined },
): Promise<{ class_id: string; form_level: number }[]> {
  const { of, seesAll } = await readClassesOfCaller(year, { caller, employee });
  return school()
    .formClasses.filter(({ id }) => seesAll || holdsCouncil(of.get(id) ?? []))
    .map(({ id, form_level }) => ({ class_id: id, form_level }));
}

/**
 * A council, for the caller. Nine requests for a class of a hundred: its reports and records, students, notes, people,
 * decisions and the term before; one more for each further class that its students were in then.
 * @throws ForbiddenError where the caller does not hold it
 */
export async function readCouncil(
  { class_id: classId, year, term }: OfClass,
  { caller, found }: { caller: Caller; found: FoundRecords<ReturnType<typeof councilKeys>> },
): Promise<ClassCouncil> {
  const { decides } = requireCouncil(caller, found);
  const formLevel = requireFormLevel(classId);
  const source = decideClassListSource({ year, term }, found);
  const isCurrentYear = found.currentPeriod?.year === year;
  const isCurrent = isCurrentYear && found.currentPeriod?.term === term;
  const [present, now, ended, today] = await Promise.all([
    listStudentsOfClass(classId),
    readClassContents({ year, term, classId }),
    readPeopleOfEndedTerm({ year, term }),
    readSubjectNamesById(),
  ]);
  const dateEnd = found.period?.dateEnd ?? null;
  const students = await readListedStudents(present, { year, term, source, dateEnd, ...now });
  const ids = students.map(({ studentId }) => studentId);
  const before = termBefore({ year, term });
  const maySeePlan = decides && isCurrentYear;
  const [contentsBefore, notes, decisions, closed, teachers] = await Promise.all([
    readContentsOfStudents(ids, before),
    readMany(ids.map((studentId) => CouncilNoteEntity.key({ studentId, year, term }))),
    decides ? readDecisions(year, ids) : null,
    maySeePlan ? whyPlanClosed(year) : null,
    ended ? teachersOfEndedTerm(ended, classId) : listTeachers(classId, year),
  ]);
  const { formClasses } = school();
  const sessions = settingsOfClass(found.period, classId).possibleAttendance;
  return {
    class_id: classId,
    form_level: formLevel,
    year,
    term,
    term_before: before,
    sessions,
    sessions_before: settingsOfClass(found.periodBefore, classId).possibleAttendance,
    meeting: toMeeting(found.meeting),
    teachers,
    plan: maySeePlan
      ? {
          closed,
          next_class_id: formClasses.find(({ id }) => id === classId)?.next_class_id ?? null,
          classes: formClasses.map(({ id }) => id),
        }
      : null,
    students: buildCouncilStudents({
      school: school(),
      classId,
      formLevel,
      term,
      students,
      now,
      before: contentsBefore,
      titles: ended ? subjectsOfTerm(ended, today) : today,
      decisions,
      notes: new Map(notes.flatMap(({ studentId, note }) => (note === undefined ? [] : [[studentId, note]]))),
      proposedOf: new Map(
        maySeePlan && isCurrent ? present.map((student) => [student.studentId, student] as const) : [],
      ),
      sessions,
    }),
  };
}

/**
 * What students have of a term, in whatever classes they were. One request for each hundred students, and one for each
 * of the classes.
 */
async function readContentsOfStudents(studentIds: readonly string[], { year, term }: Term): Promise<Contents> {
  const reports = await readMany(
    studentIds.map((studentId) => termReportKey({ studentId, year, term })),
    ['studentId', 'classId'],
  );
  const classIds = [...new Set(reports.map(({ classId }) => classId))];
  const classes = await Promise.all(classIds.map((classId) => readClassContents({ year, term, classId })));
  const wanted = new Set(studentIds);
  return {
    reports: classes.flatMap((one) => one.reports).filter(({ studentId }) => wanted.has(studentId)),
    records: classes.flatMap((one) => one.records).filter(({ studentId }) => wanted.has(studentId)),
  };
}

const { compare } = new Intl.Collator('en');

/** Who teaches the class or has a post in it: names that several have are told apart by the number. */
async function listTeachers(classId: string, year: number): Promise<string[]> {
  const { lessons, posts, names } = await readTeachersOfClasses([classId], year);
  const signing = new Map(posts.map(({ employeeId, name }) => [employeeId, name]));
  const ids = new Set([...lessons, ...posts].map(({ employeeId }) => employeeId));
  return [...ids].map((id) => names.get(id) ?? signing.get(id) ?? id).sort(compare);
}

/** The same of a term that is over, as they were called in it (rule 74). */
function teachersOfEndedTerm(ended: TermPeopleItem, classId: string): string[] {
  const { teachers, formTeacher, dean } = peopleOfClass(ended, classId);
  const taught = [...teachers.values()].flat();
  const nameOf = nameApart(taught, { name: ({ name }) => name, id: ({ employeeId }) => employeeId });
  const posts = [formTeacher, dean].flatMap((name) => name?.split(', ') ?? []);
  return [...new Set([...taught.map(nameOf), ...posts])].sort(compare);
}
