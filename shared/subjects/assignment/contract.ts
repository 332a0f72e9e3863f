import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import { formLevel, formLevelInPath, id, idOrRow, ignoredFacts, noInput } from '../../http/fields.ts';
import { jobProgress } from '../../http/job-progress.ts';
import { requestWordings } from '../../http/wordings.ts';
import { studentTwice } from '../../school/wordings.ts';
import { undoId } from '../../undo/calls.ts';
import { studentSubjectsWordings } from '../wordings.ts';

/** A name as it is printed: no line breaks and no hidden characters. */
const printable = z.refine<string>((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'Letters, digits and signs alone.');
const name = (limit: number) =>
  z
    .string('Required.')
    .check(z.trim(), z.minLength(1, 'Required.'), z.maxLength(limit, requestWordings.characters(limit)), printable);

/** The typed fields of a subject. Titles and abbreviations are unique, ignoring case. */
export const subjectInput = () => z.strictObject({ title: name(60), abbr: name(10) });

const seen = z.lazy(() => z.optional(z.string().check(z.maxLength(200))));

const student = () => ({
  student_id: id,
  first_name: z.string(),
  last_name: z.string(),
  class_id: id,
  form_level: formLevel,
});

/** A student that an act skipped. */
const leftStudent = () => z.strictObject({ student_id: id, name: z.string(), reason: z.string() });
export type LeftStudent = z.output<ReturnType<typeof leftStudent>>;

/** Students of one transaction, with the conditions of their assignments. */
export const maxAssignedAtOnce = 40;
/** More than any level has. */
export const maxBatchStudents = 500;
/** As many as a subject has in a large school; their record for the undo is one item of the table. */
export const maxDeletedAtOnce = 1000;

/** Ids, or rows as the lists of students answer them. */
const studentIds = (most: number, none: string) =>
  z.array(idOrRow('student_id', studentFacts)).check(
    z.minLength(1, none),
    z.maxLength(most, `At most ${most} students at once.`),
    z.refine((ids) => new Set(ids).size === ids.length, studentTwice),
  );

const studentFacts = [
  ...['first_name', 'last_name', 'class_id', 'form_level', 'employee_id', 'has_marks', 'is_assigned', 'subjects'],
];

const office = { who: ['Admin'], menu: ['studentSubjects'] } as const;

/** The calls of the Subjects screen (product §2). */
export const studentSubjectsContract = contract({
  /**
   * Adds a subject, with null for its id, or changes what differs from what the user saw (rule 8). A new one's id is
   * made from its abbreviation: letters and digits, and a number where that is taken.
   */
  saveSubject: {
    method: 'POST',
    path: '/api/subject',
    ...office,
    input: () =>
      z.strictObject({
        id: z.nullable(id),
        ...subjectInput().shape,
        was: z.optional(z.strictObject({ title: seen, abbr: seen })),
      }),
    output: () => z.strictObject({ id, title: z.string(), abbr: z.string() }),
    needs: { table: 'write' },
  },
  /** Deletes a subject that has no lessons, students or marks; kept for 30 days. 409 says where it is used. */
  deleteSubject: {
    method: 'DELETE',
    path: '/api/subject',
    ...office,
    input: () => z.strictObject({ id, ...ignoredFacts('title', 'abbr') }),
    output: () => z.strictObject({ id, title: z.string(), undo: undoId }),
    needs: { table: 'write' },
  },
  /** How many current students take each subject; none for a subject that nobody takes. */
  countStudentsOfSubjects: {
    method: 'GET',
    path: '/api/subject',
    ...office,
    input: noInput,
    output: () => z.array(z.strictObject({ subject_id: id, students: z.int() })),
    needs: { table: 'read' },
  },
  /**
   * Who takes a subject, of a level or of the whole school, by class and name; and who of them has marks of the current
   * term.
   */
  listStudentsOfSubject: {
    method: 'GET',
    path: '/api/subject-students',
    ...office,
    input: () => z.strictObject({ subject_id: id, form_level: z.optional(formLevelInPath) }),
    output: () =>
      z.array(
        z.strictObject({
          ...student(),
          /** The student's own teacher; null where the teachers of the class decide. */
          employee_id: z.nullable(id),
          has_marks: z.boolean(),
        }),
      ),
    needs: { table: 'read' },
  },
  /**
   * Who could be given a subject, and by whom: the current students of a level or of the school, and the subject's
   * teachers this year.
   */
  readSubjectChoices: {
    method: 'GET',
    path: '/api/subject-students-choices',
    ...office,
    input: () => z.strictObject({ subject_id: id, form_level: z.optional(formLevelInPath) }),
    output: () =>
      z.strictObject({
        /** Why nobody of the level can be given it; null where they can, or no level is named. */
        refused: z.nullable(z.string()),
        students: z.array(
          z.strictObject({
            ...student(),
            is_assigned: z.boolean(),
            employee_id: z.nullable(id),
            /** How many subjects the student takes, this one included; where a level is named. */
            subjects: z.optional(z.int()),
          }),
        ),
        /** Those who teach it, each with the classes; and with none those whom students have from before. */
        teachers: z.array(z.strictObject({ employee_id: id, name: z.string(), class_ids: z.array(id) })),
      }),
    needs: { table: 'read' },
  },
  /**
   * Gives a subject with a teacher to students, or one of them another teacher: then `was` names the teacher that the
   * user saw. Null for a teacher leaves it to those of the class.
   */
  assignStudents: {
    method: 'POST',
    path: '/api/subject-students',
    ...office,
    input: () =>
      z.strictObject({
        subject_id: id,
        students: studentIds(maxAssignedAtOnce, studentSubjectsWordings.noneToAssign),
        employee_id: z.nullable(id),
        was: z.optional(z.strictObject({ employee_id: z.nullable(id) })),
      }),
    /** How many were given the subject or another teacher; the others had both. */
    output: () => z.strictObject({ assigned: z.int(), undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
  /**
   * Gives a subject with a teacher to many students of a level, or of one of its classes, as one durable job. Begins
   * it, and under the same idempotency key says how far it is; the students whom it did not change are listed when it
   * has ended.
   */
  assignBatch: {
    method: 'POST',
    path: '/api/subject-students-batch',
    ...office,
    largestBody: 200_000,
    input: () =>
      z.strictObject({
        form_level: formLevel,
        /** Null: every class of the level (rule 12). */
        class_id: z.nullable(id),
        students: studentIds(maxBatchStudents, studentSubjectsWordings.noneToAssign),
        employee_id: z.nullable(id),
        subject_id: id,
      }),
    output: () =>
      z.strictObject({ ...jobProgress(), assigned: z.int(), undo: z.nullable(undoId), left: z.array(leftStudent()) }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** Takes a subject from students. Their marks are kept, and counted where they are of the current term. */
  removeStudentsFromSubject: {
    method: 'DELETE',
    path: '/api/subject-students',
    ...office,
    largestBody: 400_000,
    input: () =>
      z.strictObject({ subject_id: id, students: studentIds(maxDeletedAtOnce, studentSubjectsWordings.noneToDelete) }),
    output: () => z.strictObject({ deleted: z.int(), with_marks: z.int(), undo: z.nullable(undoId) }),
    needs: { table: 'write' },
  },
});
