import * as z from 'zod/mini';
import { type CallRow, contract } from '../../http/contract.ts';
import {
  documentBytes,
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
import { ruleNames } from './improbable/class-to-judge.ts';
import { findingWordings } from './wordings.ts';

const ofOffice = { who: ['Admin'], menu: ['completeness'] } as const satisfies Partial<CallRow>;

/** Names a finding. */
const finding = z.lazy(() => z.string().check(z.regex(/^[\w-]{22}$/, 'Not a finding.')));

/** Most characters of a reason. */
export const reasonLimit = 300;

/** Why something improbable is right. */
export const dismissalReason = z.lazy(() =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, findingWordings.giveReason),
      z.maxLength(reasonLimit, findingWordings.reasonTooLong(reasonLimit)),
    ),
);

/** The check of reports, at any time (rules 63 and 64). */
export const truthCheckContract = contract({
  /** How much is found in each class of a form, or of the school. Classes without reports are missing. */
  countFindings: {
    ...ofOffice,
    method: 'GET',
    path: '/api/report-findings-classes',
    input: () => z.strictObject({ year: yearInPath, term: termInPath, form_level: z.optional(formLevelInPath) }),
    output: () =>
      z.strictObject({
        classes: z.array(
          z.strictObject({
            class_id: id,
            form_level: formLevel,
            reports: z.int(),
            /** Figures that cannot be right. */
            certain: z.int(),
            /** What is improbable and not dismissed. */
            improbable: z.int(),
            dismissed: z.int(),
          }),
        ),
      }),
    needs: { table: 'read', partitions: 'table' },
  },
  /**
   * What is certainly wrong in a class, and what is improbable. Subject teachers have what is of their own subjects.
   */
  listFindings: {
    ...ofOffice,
    who: ['Admin', 'teacher'],
    method: 'GET',
    path: '/api/report-findings',
    input: () => z.strictObject({ year: yearInPath, term: termInPath, class_id: id }),
    output: () =>
      z.strictObject({
        /** Reports that were looked at. */
        reports: z.int(),
        findings: z.array(
          z.strictObject({
            finding,
            /** `certain`: a figure that cannot be right. It cannot be dismissed, and stops a posting. */
            rule: z.literal(['certain', ...ruleNames]),
            /** Null for what is about the whole class. */
            student_id: z.nullable(id),
            name: z.nullable(z.string()),
            subject_id: z.nullable(id),
            title: z.nullable(z.string()),
            /** The field of the student's record that it is in; null where it is in none. */
            cell: z.nullable(z.string()),
            text: z.string(),
            dismissed: z.nullable(z.strictObject({ reason: z.string(), by: z.string(), at: moment })),
          }),
        ),
      }),
    needs: { table: 'read', partitions: 'table' },
  },
  /**
   * Dismisses something improbable, with a reason that is kept. 409 where it is not found any more: something of it has
   * changed.
   */
  dismissFinding: {
    ...ofOffice,
    method: 'POST',
    path: '/api/report-findings',
    input: () =>
      z.strictObject({
        year,
        term,
        class_id: id,
        finding,
        reason: dismissalReason,
      }),
    output: okAnswer,
    needs: { table: 'write', partitions: 'table' },
  },
  /** Takes a dismissal back: the finding is listed again. */
  restoreFinding: {
    ...ofOffice,
    method: 'DELETE',
    path: '/api/report-findings',
    input: () => z.strictObject({ year, term, class_id: id, finding }),
    output: okAnswer,
    needs: { table: 'write' },
  },
  /**
   * By which pronoun a class's students are spoken of, for those who write its remarks: form teacher, deans and office.
   * A mark sheet has those of its students in `readLastTermMarks`.
   */
  readPronouns: {
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    method: 'GET',
    path: '/api/report-pronouns',
    input: () => z.strictObject({ year: yearInPath, class_id: id }),
    output: () =>
      z.strictObject({
        students: z.array(z.strictObject({ student_id: id, pronoun: z.literal(['he', 'she', 'they']) })),
      }),
    needs: { table: 'read' },
  },
  /** What was checked of the copies of a posting, by class, and what was dismissed by whom and why. */
  printCertificate: {
    who: ['Admin'],
    menu: ['postReports'],
    method: 'GET',
    path: '/posting-certificate',
    kind: 'documents',
    input: () => z.strictObject({ year: yearInPath, term: termInPath }),
    output: documentBytes,
    produces: 'application/pdf',
    needs: { table: 'read' },
  },
});
