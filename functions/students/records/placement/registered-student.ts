import { termRegistrationWordings } from '#shared/school/wordings.ts';
import {
  ClassTermRegistrationEntity,
  classRegistrationKeys,
  reportAttributesWithStamps,
  TermReportEntity,
  type TermReportItem,
  termReportKey,
} from '../../../marks/records/term-report.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { readItems, readMany } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { readCurrentStudents } from '../rosters/read-rosters.ts';
import { StudentEntity } from '../store.ts';

/** The data of a report at its registration. */
export interface RegisteredReport {
  studentId: string;
  /** The class of the term. */
  classId: string;
  formLevel: number;
  /** The student's present class. */
  today: string;
  subjectIds: string[];
  /** The act that last gave the student a subject, read before the subjects. */
  givenBy?: string | undefined;
}

/** The registered students of a term, by id. One request for each hundred classes. */
export async function readRegisteredClasses(period: Term): Promise<Map<string, { classId: string }>> {
  const classIds = school().formClasses.map(({ id }) => id);
  const registrations = await readMany(classRegistrationKeys({ ...period, classIds }));
  return new Map(
    registrations.flatMap(({ classId, studentIds = [] }) => studentIds.map((studentId) => [studentId, { classId }])),
  );
}

/** Current students by class, each class with those who have no report of the term yet, in the order of their ids. */
export async function listUnregisteredByClass(
  period: Term,
): Promise<{ classId: string; students: number; unregistered: string[] }[]> {
  const [students, registered] = await Promise.all([readCurrentStudents(), readRegisteredClasses(period)]);
  const byClass = Map.groupBy(students, (student) => student.classId);
  return school().formClasses.map(({ id }) => {
    const here = (byClass.get(id) ?? []).map(({ studentId }) => studentId);
    return { classId: id, students: here.length, unregistered: here.filter((one) => !registered.has(one)).sort() };
  });
}

export interface RegistrationWrite {
  period: Term;
  students: readonly RegisteredReport[];
  /** Its key identifies the batch of the run, which is written once. */
  by: Authorship;
}

/** The audit subject of a term's registrations. */
const registrationAuditSubject = ({ year, term }: Term): string => `registration#${year}#${term}`;

/**
 * Creates the reports of up to 48 students and adds them to their classes' registrations, in one transaction with its
 * audit row. `refused`: one of them is registered already, is in another class by now, or was given a subject
 * meanwhile.
 */
export function writeRegistration({ period, students, by }: RegistrationWrite): Promise<ActOutcome> {
  const { year, term } = period;
  const byClass = Map.groupBy(students, ({ classId }) => classId);
  const changes = [...byClass].map(([classId, here]) => ({
    field: `registered ${classId}`,
    before: null,
    after: here.map(({ studentId }) => studentId),
  }));
  return commit({
    by,
    changes: [
      ...students.map(({ subjectIds, givenBy: _givenBy, today: _today, ...student }) =>
        TermReportEntity.create({ ...period, ...student, ...(subjectIds.length > 0 ? { subjectIds } : {}) }),
      ),
      ...[...byClass].map(([classId, here]) =>
        ClassTermRegistrationEntity.upsert(
          { year, term, classId },
          { add: { studentIds: here.map(({ studentId }) => studentId) } },
        ),
      ),
    ],
    guards: {
      student: students.map(({ studentId, givenBy, today }) =>
        StudentEntity.check(
          { studentId },
          whereUnchanged({ classId: today, status: 'current', givenBy }, ['classId', 'status', 'givenBy']),
        ),
      ),
    },
    trail: { subject: registrationAuditSubject(period), changes },
  });
}

/** Which of the students have a report of the term, read strongly consistent. */
export async function findStudentsWithReportInTerm(period: Term, studentIds: readonly string[]): Promise<Set<string>> {
  const { reports } = await readItems({
    reports: studentIds.map((studentId) => termReportKey({ studentId, ...period })),
  });
  return new Set(reports.map(({ studentId }) => studentId));
}

/** Whether a report is as registration created it: nothing was filled in. */
const isUntouched = (report: TermReportItem): boolean =>
  Object.entries(report).every(([name, value]) => madeByRegistration.has(name) || value === undefined);
const madeByRegistration = new Set(['studentId', 'year', 'term', 'classId', 'formLevel', 'subjectIds']);

/** Why a student's report must stay; null where it is as registration created it. */
export function whyReportMustStay(report: TermReportItem, records: readonly { studentId: string }[]): string | null {
  if (records.some(({ studentId }) => studentId === report.studentId)) return termRegistrationWordings.hasMarks;
  return isUntouched(report) ? null : termRegistrationWordings.hasReport;
}

/**
 * Deletes reports that nothing was filled in, in one transaction with their classes' registrations and its audit row.
 * `refused`: one of them was filled in, or is gone.
 */
export function removeEmptyRegistrations({ period, students, by }: RegistrationWrite): Promise<ActOutcome> {
  const { year, term } = period;
  const byClass = Map.groupBy(students, ({ classId }) => classId);
  const changes = [...byClass].map(([classId, here]) => ({
    field: `registered ${classId}`,
    before: here.map(({ studentId }) => studentId),
    after: null,
  }));
  return commit({
    by,
    changes: [
      ...students.map(({ studentId, classId }) =>
        TermReportEntity.remove(
          { ...period, studentId },
          { ...whereUnchanged<TermReportItem, keyof TermReportItem>(undefined, reportAttributesWithStamps), classId },
        ),
      ),
      ...[...byClass].map(([classId, here]) =>
        ClassTermRegistrationEntity.upsert(
          { year, term, classId },
          { removeFrom: { studentIds: here.map(({ studentId }) => studentId) } },
        ),
      ),
    ],
    trail: { subject: registrationAuditSubject(period), changes },
  });
}
