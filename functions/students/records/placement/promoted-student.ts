import { createHash } from 'node:crypto';
import { termReportKey } from '../../../marks/records/term-report.ts';
import { toCanonicalText } from '../../../platform/canonical-text.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { JobRemark } from '../../../platform/jobs/store.ts';
import type { Action } from '../../../platform/table/action.ts';
import type { Act } from '../../../platform/table/acts/carry-out-act.ts';
import { AuditRowEntity, type auditRow, type WriteAttempt } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { readItems, readMany } from '../../../platform/table/table.ts';
import {
  type AssignmentItem,
  listAssignmentsOfStudent,
  StudentSubjectAssignmentEntity,
  subjectUseActions,
} from '../../../subjects/records/store.ts';
import { updateStudentAction } from '../rosters/write-student.ts';
import { StudentEntity, type StudentItem, studentItemAttributes } from '../store.ts';

/** What a year's promotion changed of a student, with everything that its undo needs. The undo deletes it. */
export interface PromotionUndoItem {
  /** Start year of the academic year that ended. */
  year: number;
  studentId: string;
  /** The run that promoted the student. */
  run: string;
  fromClass: string;
  fromLevel: number;
  /** Absent where the student left. */
  toClass?: string | undefined;
  /** The earlier day of leaving. */
  leftBefore?: string | undefined;
  /** Archived: there was no next class. */
  hasLeft: boolean;
  /** Subjects as they were: all of a student who left; otherwise those listed in another class than the student's. */
  subjects: unknown;
  /** Hash of the student and the subjects after the promotion: another hash means that they were changed since. */
  stamp: string;
}

export const PromotedEntity = entity<PromotionUndoItem>()({
  name: 'promoted',
  pk: 'promotion#${year}',
  sk: 'student#${studentId}',
});

/** A student and the subjects taken: what promotion changes and its undo restores. */
export interface StudentWithSubjects {
  student: StudentItem;
  assignments: AssignmentItem[];
}

export const promotedKey = (year: number, studentId: string) => PromotedEntity.key({ year, studentId });

/** The students whom a year's promotion moved or archived, unless that was undone. One query. */
export const readPromotedOfYear = (year: number): Promise<PromotionUndoItem[]> => PromotedEntity.query({ year });

/** Up to 100 students with their subjects, strongly consistent. One request, and one for each student. */
export async function readStudentsWithSubjects(
  studentIds: readonly string[],
): Promise<Map<string, StudentWithSubjects>> {
  const { students } = await readItems({ students: studentIds.map((studentId) => StudentEntity.key({ studentId })) });
  const places = await inParallel(students, {
    atOnce: 10,
    does: async (student): Promise<[string, StudentWithSubjects]> => {
      const { studentId } = student;
      return [studentId, { student, assignments: await listAssignmentsOfStudent(studentId) }];
    },
  });
  return new Map(places);
}

/** The promotion records of up to 100 students, by student. */
export async function readPromoted(
  year: number,
  studentIds: readonly string[],
): Promise<Map<string, PromotionUndoItem>> {
  const { promoted } = await readItems({
    promoted: studentIds.map((studentId) => promotedKey(year, studentId)),
  });
  return new Map(promoted.map((one) => [one.studentId, one]));
}

/** Which of the students have a report of a term of that year. */
export async function findStudentsWithReportInYear(year: number, studentIds: readonly string[]): Promise<Set<string>> {
  const reports = await readMany(
    studentIds.flatMap((studentId) => ([1, 2, 3] as const).map((term) => termReportKey({ studentId, year, term }))),
    ['studentId'],
  );
  return new Set(reports.map(({ studentId }) => studentId));
}

/** Hash of a student's record and subjects. */
export const fingerprintOfStudent = ({ student, assignments }: StudentWithSubjects): string =>
  createHash('sha256')
    .update(JSON.stringify([toCanonicalText(student), ...assignments.map(toCanonicalText).sort()]))
    .digest('base64url');

/** The promotion of one student, or its undo. */
export interface PromotionStep {
  before: StudentWithSubjects;
  after: StudentWithSubjects;
  /** Written for a promotion, removed by its undo. */
  record: { put: PromotionUndoItem } | { remove: PromotionUndoItem };
  audit: ReturnType<typeof auditRow>;
  /** Remarks of the run once the step is written. */
  remarks?: readonly JobRemark[];
}

/** Subjects that a step assigns. */
const newSubjectIds = ({ before, after }: PromotionStep): string[] => {
  const had = new Set(before.assignments.map(({ subjectId }) => subjectId));
  return after.assignments.map(({ subjectId }) => subjectId).filter((id) => !had.has(id));
};

/**
 * The steps of several students as one act. It is refused where a student is no longer in the class that was read, or
 * was promoted already, or a subject to be restored was deleted.
 */
export function actOfPromotionSteps(steps: readonly PromotionStep[], request: Pick<WriteAttempt, 'now'>): Act {
  const given = [...new Set(steps.flatMap(newSubjectIds))];
  return {
    changes: steps.flatMap(({ before, after, record }) => [
      studentUpdate(before.student, after.student),
      ...assignmentActions(before.assignments, after.assignments),
      'put' in record
        ? PromotedEntity.create(record.put)
        : PromotedEntity.remove({ year: record.remove.year, studentId: record.remove.studentId }),
    ]),
    guards: { subject: given.flatMap((id) => subjectUseActions(id, request)) },
    stamp: steps.map(({ audit }) => AuditRowEntity.create(audit)),
  };
}

/**
 * Writes what the step changed, whatever that is, and nothing else: a list of attributes would leave out the next one.
 */
function studentUpdate(before: StudentItem, after: StudentItem): Action {
  const changed = studentItemAttributes.filter(
    (name) => name !== 'studentId' && name !== 'roster' && after[name] !== before[name],
  ) as Exclude<keyof StudentItem, 'studentId'>[];
  return updateStudentAction(before, {
    set: Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Omit<StudentItem, 'studentId'>>,
    remove: changed.filter((name) => after[name] === undefined),
    where: whereUnchanged(before, ['classId', 'status', 'givenBy', 'date_of_leaving']),
  });
}

function assignmentActions(before: readonly AssignmentItem[], after: readonly AssignmentItem[]): Action[] {
  const was = new Map(before.map((assignment) => [assignment.subjectId, assignment]));
  const is = new Set(after.map(({ subjectId }) => subjectId));
  return [
    ...before
      .filter(({ subjectId }) => !is.has(subjectId))
      .map(({ studentId, subjectId }) => StudentSubjectAssignmentEntity.delete({ studentId, subjectId })),
    ...after.map((assignment) => {
      const { subjectId, classId, formLevel } = assignment;
      const stored = was.get(subjectId);
      return stored
        ? StudentSubjectAssignmentEntity.change(stored, { set: { classId, formLevel } })
        : StudentSubjectAssignmentEntity.create(assignment);
    }),
  ];
}
