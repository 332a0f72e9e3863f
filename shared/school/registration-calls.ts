import * as z from 'zod/mini';
import { day, formLevel, id, noInput, okAnswer } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

/** Students that a run skipped, and why. */
export const skippedStudents = () => z.array(z.strictObject({ student_id: id, name: z.string(), reason: z.string() }));
export type SkippedStudent = z.output<ReturnType<typeof skippedStudents>>[number];

/** How far an undo is, and the students that it skips. */
const registrationUndo = () => z.strictObject({ ...jobProgress(), left: skippedStudents() });

const windowFields = { open: z.literal([0, 1]), deadline: z.nullable(day) };
export const registrationWindowSchema = () => z.strictObject({ form_level: formLevel, ...windowFields });
export type RegistrationWindow = z.output<ReturnType<typeof registrationWindowSchema>>;

const office = { who: ['Admin'], menu: ['dashboard'] } as const;

/** The registration of students for the current term, and the windows in which students fill in their own. */
export const termRegistrationCalls = {
  /**
   * Registers the students of a class, or with null of the whole school, for the current term: starts the run, or says
   * how far it is. Repeated until `rows_processed` is `total_rows` (product §4); a failed run goes on when asked under
   * a new idempotency key, and says `failed` under the old one.
   */
  startTermRegistration: {
    method: 'POST',
    path: '/api/term-reports-register',
    ...office,
    input: () => z.strictObject({ class_id: z.nullable(id) }),
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /** The current term's registrations that are running, or that nobody has cleared since they ended. */
  listRegistrationRuns: {
    method: 'GET',
    path: '/api/term-reports-register',
    ...office,
    input: noInput,
    output: () =>
      z.array(z.strictObject({ class_id: z.nullable(id), run: jobRun(), undo: z.nullable(registrationUndo()) })),
    needs: { table: 'read' },
  },
  /** What registering would touch: every class, how many students it has, and how many are not registered yet. */
  previewRegistration: {
    method: 'GET',
    path: '/api/term-reports-register-preview',
    ...office,
    input: noInput,
    output: () =>
      z.array(
        z.strictObject({
          class_id: id,
          form_level: formLevel,
          students: z.int().check(z.gte(0)),
          not_registered: z.int().check(z.gte(0)),
        }),
      ),
    needs: { table: 'read' },
  },
  /** Takes back what a finished registration made, where it is untouched. Repeated like the registration itself. */
  undoRegistration: {
    method: 'DELETE',
    path: '/api/term-reports-register',
    ...office,
    input: () => z.strictObject({ class_id: z.nullable(id) }),
    output: registrationUndo,
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * Forgets registrations of the current term that finished or failed, never a running one: of a class, with null of
   * the whole school, or without `class_id` all of them. What is forgotten can no longer be undone.
   */
  clearFlags: {
    method: 'POST',
    path: '/api/clear-flags',
    ...office,
    input: () => z.strictObject({ class_id: z.optional(z.nullable(id)) }),
    output: okAnswer,
    needs: { table: 'write' },
  },
  /** Who is registered for the current term. */
  listStudentsOfRegistration: {
    method: 'GET',
    path: '/api/term-reports-students-registered',
    ...office,
    input: noInput,
    output: () =>
      z.strictObject({
        students: z.array(z.strictObject({ student_id: id, class_id: id })),
        total: z.int().check(z.gte(0)),
      }),
    needs: { table: 'read' },
  },
  /** For each form level, whether its students may fill in their registration (product §3 "Registration window"). */
  listRegistrationWindows: {
    method: 'GET',
    path: '/api/student-registration-all',
    who: ['Admin'],
    menu: ['registration'],
    input: noInput,
    output: () => z.array(registrationWindowSchema()),
    needs: { table: 'read' },
  },
  /**
   * Opens or closes a form level; closing clears the deadline (product §4). Saved by field: what is as in `was` is left
   * as it is stored, and 409 answers both values where somebody else has changed it since.
   */
  saveFormLevelRegistration: {
    method: 'POST',
    path: '/api/student-registration',
    who: ['Admin'],
    menu: ['registration'],
    input: () =>
      z.strictObject({
        form_level: formLevel,
        ...windowFields,
        was: z.optional(z.partial(z.strictObject(windowFields))),
      }),
    output: registrationWindowSchema,
    needs: { table: 'write' },
  },
} as const;
