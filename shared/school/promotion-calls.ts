import * as z from 'zod/mini';
import { fileAnswers, listSheets } from '../file-questions.ts';
import { type CallRow, xlsxType } from '../http/contract.ts';
import { academicYearId, day, formLevel, formLevelInPath, id, moment, noInput, term } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';
import { fileTooLarge, uploadLimit } from '../http/upload-limit.ts';
import { undoableActList, undoId } from '../undo/calls.ts';
import { leavesSchool, maxDecisionsPerSave } from './promotion.ts';
import { skippedStudents } from './registration-calls.ts';

/**
 * Where a student goes: a class of the school, the present one to repeat it, or {@link leavesSchool}. Null: nothing is
 * decided, and the rule is followed.
 */
const to = z.lazy(() => z.nullable(z.union([z.literal(leavesSchool), id])));

/** What is stored of a student's decision. */
const decision = () =>
  z.strictObject({
    to,
    /**
     * The class in which the student was when it was decided: in another one nobody is moved by it. Null where nothing
     * is decided.
     */
    from_class: z.nullable(id),
    by: z.nullable(z.string()),
    at: z.nullable(moment),
  });

const plannedStudent = () =>
  z.strictObject({
    student_id: id,
    /** "Last, First". */
    name: z.string(),
    class_id: id,
    /** Where the rule sends the student; null for a class that the school file does not have. */
    rule_to: to,
    decision: z.nullable(decision()),
  });
export type PlannedStudent = z.output<ReturnType<typeof plannedStudent>>;

const promotionPlan = () =>
  z.strictObject({
    academic_year_id: academicYearId,
    term,
    /** Why the plan can no longer be changed: its promotion has begun. Null while it can. */
    closed: z.nullable(z.string()),
    classes: z.array(z.strictObject({ class_id: id, form_level: formLevel, next_class_id: z.nullable(id) })),
    rules: z.strictObject({
      average_below: z.nullable(z.int()),
      pass_mark: z.int(),
      fewest_passes: z.nullable(z.int()),
      attendance_below: z.nullable(z.int()),
    }),
    students: z.array(plannedStudent()),
  });
export type PromotionPlan = z.output<ReturnType<typeof promotionPlan>>;

const promotionFacts = () =>
  z.strictObject({
    student_id: id,
    average: z.nullable(z.string()),
    entered: z.int(),
    passed: z.int(),
    of: z.int(),
    attendance: z.nullable(z.int()),
    /** What the rules propose, and why; without a reason it is the rule of the classes. */
    proposal: z.nullable(z.strictObject({ to: z.string(), reasons: z.array(z.string()) })),
  });
export type StudentFacts = z.output<ReturnType<typeof promotionFacts>>;

const savedDecision = () =>
  z.strictObject({
    student_id: id,
    /** The class in which the caller saw the student. */
    class_id: id,
    to,
    /** What the caller saw decided. */
    was: z.optional(to),
  });
export type SavedDecision = z.output<ReturnType<typeof savedDecision>>;

/** A row of a file that is not taken. */
const refusedRow = () => z.strictObject({ row: z.int(), student: z.string(), reason: z.string() });

const planFilePreview = () =>
  z.strictObject({
    academic_year_id: academicYearId,
    changes: z.array(
      z.strictObject({
        row: z.int(),
        student_id: id,
        /** "Last, First". */
        name: z.string(),
        class_id: id,
        /** What is decided now. */
        was: to,
        to,
      }),
    ),
    /** Rows that say what is so already, or nothing. */
    unchanged: z.int(),
    /** {@link maxListedRefusals} at the most, and how many there are. */
    refused: z.array(refusedRow()),
    refused_count: z.int(),
    /** How rows were read that say something else than what is in them: ids without zeros, formulas. */
    notes: z.array(z.string()),
    sheets: listSheets(),
  });
export type PlanFilePreview = z.output<ReturnType<typeof planFilePreview>>;

/** Rows of a file that are named as not taken. */
export const maxListedRefusals = 100;

const office = { who: ['Admin'], menu: ['promotion'] } as const;
const path = '/api/promotion-plan';

/**
 * The year's promotion, and what is decided student by student before the one job carries it out (rule 27, ADR 0082).
 */
export const promotionCalls = {
  /** How far the year's promotion is, and what it would do with each class. */
  readPromotionStatus: {
    method: 'GET',
    path: '/api/promotion',
    ...office,
    input: noInput,
    output: () =>
      z.strictObject({
        academic_year_id: academicYearId,
        term,
        /** The year is not over: before Term 3, or before its last day. Then a promotion is confirmed by its number. */
        is_early: z.boolean(),
        /** The last day of the current term. */
        term_ends: z.nullable(day),
        /**
         * `moved` went to another class, `elsewhere` of them not to the next one of their class; `archived` left the
         * school; `repeated` stayed.
         */
        promotion: z.nullable(
          z.strictObject({
            run: jobRun(),
            left: skippedStudents(),
            moved: z.int(),
            elsewhere: z.int(),
            archived: z.int(),
            repeated: z.int(),
          }),
        ),
        undo: z.nullable(z.strictObject({ run: jobRun(), left: skippedStudents() })),
        /**
         * Students of whom something is decided, and those of them who have changed class since: they are not moved
         * (ADR 0082).
         */
        plan: z.strictObject({ decided: z.int(), outdated: z.int() }),
        classes: z.array(
          z.strictObject({
            class_id: id,
            /** Null where the students leave the school. */
            next_class_id: z.nullable(id),
            /** Who is moved or leaves; `leaving` and, to another class than the next, `elsewhere` are of them. */
            promoted: z.int().check(z.gte(0)),
            leaving: z.int().check(z.gte(0)),
            elsewhere: z.int().check(z.gte(0)),
            repeaters: z.int().check(z.gte(0)),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Promotes every student of the current academic year: begins the run, or says how far it is. Repeated until it is
   * done. Before Term 3 it is confirmed by the number of students that it moves or archives, 409 without it (ADR 0018).
   */
  startPromotion: {
    method: 'POST',
    path: '/api/promotion',
    ...office,
    input: () => z.strictObject({ confirm: z.optional(z.int().check(z.gte(0))) }),
    output: () => z.strictObject({ ...jobProgress(), left: skippedStudents() }),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * Who promoted the year's students in the last 30 days, and which of it was undone (rule 46); {@link undoPromotion}
   * undoes the last.
   */
  listRecentPromotions: {
    method: 'GET',
    path: '/api/promotion-undo',
    ...office,
    input: noInput,
    output: undoableActList,
    needs: { table: 'read' },
  },
  /** Takes the year's promotion back for everyone untouched since. Repeated like the promotion. */
  undoPromotion: {
    method: 'POST',
    path: '/api/promotion-undo',
    ...office,
    input: noInput,
    output: () => z.strictObject({ ...jobProgress(), left: skippedStudents() }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** Every current student with the rule and the decision: names and classes, no marks. */
  fetchPromotionPlan: {
    method: 'GET',
    path,
    ...office,
    input: noInput,
    output: promotionPlan,
    needs: { table: 'read' },
  },
  /**
   * What the reports of the current term say of the students of a form level, and what the school's rules propose by
   * it.
   */
  listPromotionFacts: {
    method: 'GET',
    path: '/api/promotion-facts',
    ...office,
    input: () => z.strictObject({ form_level: formLevelInPath }),
    output: () => z.array(promotionFacts()),
    needs: { table: 'read', keeps: 'summaries' },
  },
  /**
   * Decides of students, all of them or none. A student is a field of the plan: where somebody else has decided
   * otherwise since `was`, 409 has both. 409 too once the promotion has begun, and where a student is in another class
   * by now. Answers what is decided then.
   */
  savePromotionPlan: {
    method: 'POST',
    path,
    ...office,
    largestBody: 250_000,
    input: () =>
      z.strictObject({
        academic_year_id: academicYearId,
        decisions: z.array(savedDecision()).check(z.minLength(1), z.maxLength(maxDecisionsPerSave)),
      }),
    /** `undoId` is null where nothing was changed. */
    output: () =>
      z.strictObject({
        decisions: z.array(z.extend(decision(), { student_id: id })),
        undo: z.nullable(undoId),
      }),
    needs: { table: 'write' },
  },
  /**
   * Reads the class lists as they were downloaded and filled, or any list with the columns Student ID and Coming class,
   * and says what it would decide; stores nothing. Refuses students who were decided about, or changed class, since the
   * download.
   */
  previewPromotionPlanFile: {
    method: 'POST',
    path: '/api/promotion-plan-file',
    ...office,
    kind: 'documents',
    accepts: 'multipart/form-data',
    input: () =>
      z.strictObject({ file: z.file().check(z.maxSize(uploadLimit, fileTooLarge)), sheet: fileAnswers().sheet }),
    output: planFilePreview,
    needs: { table: 'read' },
  },
  /**
   * The class lists of the coming year: every student by coming class, with the facts, the proposal and the decision.
   */
  downloadPromotionPlan: {
    method: 'GET',
    path: '/api/promotion-plan-file',
    ...office,
    kind: 'documents',
    input: noInput,
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: xlsxType,
    needs: { table: 'read', keeps: 'summaries' },
  },
} as const satisfies Record<string, CallRow>;
