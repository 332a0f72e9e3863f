import { createHash } from 'node:crypto';
import { createWriteTransaction, type EntityItem } from 'electrodb';
import { termReportKey } from '../../../marks/records/term-report.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { Remark } from '../../../platform/jobs/store.ts';
import { type Attempt, AuditRow, type auditRow, type Outcome, writeAudited } from '../../../platform/table/audit.ts';
import { actionsOf, directTransaction } from '../../../platform/table/direct-write.ts';
import { entity, itemKey, readItems, readMany, stillAs } from '../../../platform/table/table.ts';
import { Assignment, type AssignmentItem, assignmentsOf, subjectUse } from '../../../subjects/records/store.ts';
import { Student, type StudentItem } from '../store.ts';

/** What a year's promotion did with a student, and all that is needed to take it back. It is gone once that was done. */
export const Promoted = entity({
  model: { entity: 'promoted', version: '1', service: 'formroom' },
  attributes: {
    /** Start year of the academic year that ended. */
    year: { type: 'number', required: true },
    studentId: { type: 'string', required: true },
    /** The run that promoted the student. */
    run: { type: 'string', required: true },
    fromClass: { type: 'string', required: true },
    fromLevel: { type: 'number', required: true },
    /** Absent of those who left, and of promotions before decisions were kept: to the next class. */
    toClass: { type: 'string' },
    /** The day of leaving that stood there before. */
    leftBefore: { type: 'string' },
    /** Archived, for want of a next class. */
    hasLeft: { type: 'boolean', required: true },
    /** Subjects as they were: all of a student who left; otherwise those that stood in another class than the student. */
    subjects: { type: 'any', required: true },
    /** Hash of the student and the subjects as promotion left them: another hash means that they were changed since. */
    stamp: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['year'], template: 'promotion#${year}', casing: 'none' },
      sk: { field: 'sk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
    },
  },
});

export type PromotedItem = EntityItem<typeof Promoted>;

/** A student and the subjects taken: what promotion changes, and undo restores. */
export interface Place {
  student: StudentItem;
  assignments: AssignmentItem[];
}

export const promotedKey = (year: number, studentId: string) => itemKey(Promoted, { year, studentId });

/** Whom a year's promotion moved or archived, and has not been taken back for. One query. */
export async function allPromoted(year: number): Promise<PromotedItem[]> {
  const { data } = await Promoted.query.record({ year }).go({ pages: 'all', consistent: true });
  return data;
}

/** Up to 100 students with what they take, strongly consistent. One request, and one a student. */
export async function placesOf(studentIds: readonly string[]): Promise<Map<string, Place>> {
  const { students } = await readItems({ students: studentIds.map((studentId) => itemKey(Student, { studentId })) });
  const places = await inParallel(students, {
    atOnce: 10,
    does: async (student): Promise<[string, Place]> => {
      const { studentId } = student;
      return [studentId, { student, assignments: await assignmentsOf(studentId) }];
    },
  });
  return new Map(places);
}

/** The records of up to 100 students, by student. */
export async function promotedOf(year: number, studentIds: readonly string[]): Promise<Map<string, PromotedItem>> {
  const { promoted } = await readItems({
    promoted: studentIds.map((studentId) => promotedKey(year, studentId)),
  });
  return new Map(promoted.map((one) => [one.studentId, one]));
}

/** Which of the students have a report of a term of that year. */
export async function withReportsOf(year: number, studentIds: readonly string[]): Promise<Set<string>> {
  const reports = await readMany(
    studentIds.flatMap((studentId) => ([1, 2, 3] as const).map((term) => termReportKey({ studentId, year, term }))),
    ['studentId'],
  );
  return new Set(reports.map(({ studentId }) => studentId));
}

/** Of everything that a student's record and subjects say. */
export const stampOf = ({ student, assignments }: Place): string =>
  createHash('sha256')
    .update(JSON.stringify([canonical(student), ...assignments.map(canonical).sort()]))
    .digest('base64url');

const canonical = (item: object): string =>
  JSON.stringify(
    Object.entries(item)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const tables = { Student, Assignment, Promoted, AuditRow };

/** One student's change, there or back. */
export interface Step {
  before: Place;
  after: Place;
  /** Written for a promotion, removed by its undo. */
  record: { put: PromotedItem } | { remove: PromotedItem };
  audit: ReturnType<typeof auditRow>;
  /** What is to be said of it once it is carried out. */
  remarks?: readonly Remark[];
}

/** The subjects that a step gives. */
const givenIn = ({ before, after }: Step): string[] => {
  const had = new Set(before.assignments.map(({ subjectId }) => subjectId));
  return after.assignments.map(({ subjectId }) => subjectId).filter((id) => !had.has(id));
};

/** How many actions of a transaction a step takes at most; a transaction takes 100. */
export const sizeOf = (step: Step): number =>
  3 + Math.max(step.before.assignments.length, step.after.assignments.length) + 2 * givenIn(step).length;

/**
 * Carries out the steps of several students in one transaction. `refused`: a student is no longer in the class that was
 * read, or was promoted already, or a subject that comes back is gone.
 */
export function writeSteps(steps: readonly Step[], request: Pick<Attempt, 'now'>): Promise<Outcome> {
  const given = [...new Set(steps.flatMap(givenIn))];
  const actions = actionsOf(
    createWriteTransaction(tables, (write) => {
      const student = (before: StudentItem, after: StudentItem) => {
        const { studentId, firstName, lastName, classId, formLevel, status, date_of_leaving } = after;
        const leaving = date_of_leaving === undefined ? {} : { date_of_leaving };
        // The names are parts of the class list's key, which is written only where they are set.
        const patch = write.Student.patch({ studentId }).set({
          ...{ classId, formLevel, status, firstName, lastName },
          ...leaving,
        });
        const isCleared = date_of_leaving === undefined && before.date_of_leaving !== undefined;
        return (isCleared ? patch.remove(['date_of_leaving']) : patch)
          .where(stillAs(before, ['classId', 'status', 'givenBy']))
          .commit();
      };
      const assignments = (before: readonly AssignmentItem[], after: readonly AssignmentItem[]) => {
        const was = new Set(before.map(({ subjectId }) => subjectId));
        const is = new Set(after.map(({ subjectId }) => subjectId));
        return [
          ...before
            .filter(({ subjectId }) => !is.has(subjectId))
            .map(({ studentId, subjectId }) => write.Assignment.delete({ studentId, subjectId }).commit()),
          ...after.map((assignment) => {
            if (!was.has(assignment.subjectId)) return write.Assignment.create(assignment).commit();
            const { studentId, subjectId, ...rest } = assignment;
            const { classId, formLevel, firstName, lastName } = rest;
            return write.Assignment.patch({ studentId, subjectId })
              .set({ classId, formLevel, firstName, lastName })
              .commit();
          }),
        ];
      };
      return [
        ...steps.flatMap(({ before, after, record }) => [
          student(before.student, after.student),
          ...assignments(before.assignments, after.assignments),
          'put' in record
            ? write.Promoted.create(record.put).commit()
            : write.Promoted.remove({ year: record.remove.year, studentId: record.remove.studentId }).commit(),
        ]),
        ...steps.map(({ audit }) => write.AuditRow.create(audit).commit()),
      ];
    }),
  );
  return writeAudited(directTransaction([...given.flatMap((id) => subjectUse(id, request)), ...actions]));
}
