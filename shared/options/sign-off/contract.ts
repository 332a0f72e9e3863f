import * as z from 'zod/mini';
import { type CallRow, contract } from '../../http/contract.ts';
import {
  formLevel,
  formLevelInPath,
  id,
  moment,
  okAnswer,
  term,
  termInPath,
  year,
  yearInPath,
} from '../../http/fields.ts';
import { councilCalls } from './council/calls.ts';
import { stageStates, stages } from './stages.ts';

const ofOfficeAndStaff = { who: ['Admin', 'teacher'], menu: ['completeness'] } as const satisfies Partial<CallRow>;

const stage = z.lazy(() => z.literal([...stages]));

/** Most reports of one call: a class. */
export const reportsAtOnce = 80;

/** Names what a report says: it changes with every field that is signed for. */
const contents = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/, 'Not the contents of a report.')));

/** Who holds the posts of a class, by name. */
const people = () =>
  z.strictObject({ form_teacher: z.array(z.string()), dean: z.array(z.string()), principal: z.array(z.string()) });

const path = '/api/report-signatures';

/** Signatures of reports before they are posted (rule 65). */
export const signOffContract = contract({
  /**
   * How far the reports of each class are: of the school, or of a form; for a teacher the classes of their posts. Who
   * left in the term is signed with the class, and counts.
   */
  countSignatures: {
    ...ofOfficeAndStaff,
    method: 'GET',
    path: '/api/report-signatures-classes',
    input: () => z.strictObject({ year: yearInPath, term: termInPath, form_level: z.optional(formLevelInPath) }),
    output: () =>
      z.strictObject({
        classes: z.array(
          z.strictObject({
            class_id: id,
            form_level: formLevel,
            reports: z.int(),
            /** Reports that wait for each. */
            awaits: z.strictObject({ form_teacher: z.int(), dean: z.int(), principal: z.int() }),
            /** Reports that all have signed. */
            signed: z.int(),
            /** Reports with a signature that fell back. */
            fell_back: z.int(),
            people: people(),
            /** What the caller signs as. */
            signs_as: z.array(stage),
          }),
        ),
      }),
    needs: { table: 'read', partitions: 'indexes' },
  },
  /** The reports of a class with their signatures, and what each lacks. */
  listSignatures: {
    ...ofOfficeAndStaff,
    method: 'GET',
    path,
    input: () => z.strictObject({ year: yearInPath, term: termInPath, class_id: id }),
    output: () =>
      z.strictObject({
        signs_as: z.array(stage),
        people: people(),
        students: z.array(
          z.strictObject({
            student_id: id,
            name: z.string(),
            /** The student has left in the term: the report is signed like others, and nothing of it is missing. */
            left: z.boolean(),
            contents,
            /** Whose turn it is; null where all have signed. */
            awaits: z.nullable(stage),
            stages: z.array(
              z.strictObject({
                stage,
                state: z.literal([...stageStates]),
                /** Who signed last, and when. */
                by: z.nullable(z.string()),
                at: z.nullable(moment),
                /** What is not as it was signed. `cell`: the field of the student's record, null where it has none. */
                changed: z.array(z.strictObject({ text: z.string(), cell: z.nullable(z.string()) })),
              }),
            ),
            /** Titles of subjects without a mark, and of remarks that are not written. */
            missing: z.array(z.string()),
            /** Open findings of the check of reports; null where the school has none. */
            findings: z.nullable(z.int()),
          }),
        ),
      }),
    needs: { table: 'read', partitions: 'table' },
  },
  /** Signs reports of a class as they were seen. 409 where one has changed since, or waits for somebody else. */
  signReports: {
    who: ['teacher'],
    method: 'POST',
    path,
    input: () =>
      z.strictObject({
        year,
        term,
        class_id: id,
        as: stage,
        reports: z
          .array(z.strictObject({ student_id: id, contents }))
          .check(z.minLength(1), z.maxLength(reportsAtOnce)),
      }),
    output: okAnswer,
    needs: { table: 'write' },
  },
  /** Takes signatures back. 409 where somebody has signed after them. */
  takeBackSignatures: {
    who: ['teacher'],
    method: 'DELETE',
    path,
    input: () =>
      z.strictObject({
        year,
        term,
        class_id: id,
        as: stage,
        student_ids: z.array(id).check(z.minLength(1), z.maxLength(reportsAtOnce)),
      }),
    output: okAnswer,
    needs: { table: 'write' },
  },
  ...councilCalls,
});
