import * as z from 'zod/mini';
import { approvalId } from '../accounts/approvals/approval-calls.ts';
import type { Contract } from '../http/contract.ts';
import { done, id, nothing, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { jobProgress } from '../http/job-progress.ts';
import { undo, undoableAct } from '../undo.ts';

/** 1 while a term's reports are posted, else 0 (product §3 "Term record (posting)"). */
const posted = z.lazy(() => z.literal([0, 1]));
/** yyyy-MM-dd HH:mm:ss, the school's own time (product §9); null while not posted. */
const datePosted = z.lazy(() =>
  z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'Not a date and time.'))),
);

const who = ['Admin'] as const;
const menu = ['postReports'] as const;

/** A report that is issued again says why, in a line. */
export const reissueReason = z.lazy(() =>
  z.string().check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(200, 'At most 200 characters.')),
);

/** Whether parents see a report, and what they do not see of it yet. */
const postedReport = () =>
  z.strictObject({
    posted,
    /** Of the copy that counts. */
    date_posted: datePosted,
    /** Why it was issued again by itself; null where it was posted with the others. */
    reason: z.nullable(z.string()),
    /** Titles of subjects and parts of the report that are otherwise now. */
    changed: z.array(z.string()),
  });

/** Post Term Reports (product §2, rule 28). */
export const postingCalls = {
  /** Every term of the records, the latest first, and whether its reports are posted. */
  termReportsPosted: {
    method: 'GET',
    path: '/api/term-reports-posted',
    who,
    menu,
    input: nothing,
    output: () => z.array(z.strictObject({ year, term, title: z.string(), posted, date_posted: datePosted })),
    needs: { table: 'read' },
  },
  /** What a term's reports lack before they are posted; students without a fault are not in it. */
  postingCheck: {
    method: 'GET',
    path: '/api/post-term-reports-check',
    who,
    menu,
    input: () => z.strictObject({ year: yearInPath, term: termInPath }),
    output: () =>
      z.strictObject({
        /** Reports of the term. */
        reports: z.int(),
        students: z.array(
          z.strictObject({
            student_id: id,
            name: z.string(),
            class_id: id,
            /** Titles of subjects without a total. */
            missing_marks: z.array(z.string()),
            missing_remarks: z.array(z.string()),
            /** Texts too long for their field or the printed page, or with characters that paper cannot show. */
            text_problems: z.array(z.string()),
          }),
        ),
        /** Reports a few lines over, which are on one page because they are set tighter: no fault, but seen. */
        set_tighter: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id })),
      }),
    kind: 'documents',
    needs: { table: 'read' },
  },
  /** What of a posted term's reports is otherwise now than parents saw it; students without a change are not in it. */
  postingChanges: {
    method: 'GET',
    path: '/api/post-term-reports-changes',
    who,
    menu,
    input: () => z.strictObject({ year: yearInPath, term: termInPath }),
    output: () =>
      z.strictObject({
        /** Reports that parents see: the number by which removing the posting is confirmed. */
        reports: z.int(),
        students: z.array(
          z.strictObject({
            student_id: id,
            name: z.string(),
            class_id: id,
            /** Without a mark or a remark. */
            incomplete: z.boolean(),
            /** Titles of subjects and parts of the report; empty for one who was registered since. */
            changed: z.array(z.string()),
          }),
        ),
      }),
    kind: 'documents',
    needs: { table: 'read' },
  },
  /**
   * With `posted` 1: freezes a copy of every report of the term as one durable run; repeated under the same idempotency key it says
   * how far the run is. Where the term is posted already, copies are made of what has changed since, over the earlier ones, which are kept.
   * With 0: removes the posting; the copies are kept. The server writes the date; the one that is sent is what the user saw, and where
   * somebody else has posted or removed since, the answer is 409 with who and when. What is heavy is confirmed by its number: posting
   * reports that lack marks or remarks, without which nothing is posted, and removing a posting, 409 without it (ADR 0018). Where the
   * school wants a second administrator, these take the `approval` that another one has asked for besides (ADR 0018).
   */
  postTermReports: {
    method: 'POST',
    path: '/api/post-term-reports',
    who,
    menu,
    input: () =>
      z.strictObject({
        year,
        term,
        title: z.optional(z.string().check(z.maxLength(120))),
        posted,
        date_posted: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
        /** The number of reports that lack marks or remarks, or of those that are removed, as the user typed it. */
        confirm: z.optional(z.int().check(z.gte(0))),
        approval: z.optional(approvalId),
      }),
    output: () =>
      z.strictObject({
        ...jobProgress(),
        posted,
        date_posted: datePosted,
        /** Why a run was given up, and what to do; null where it was not. Nothing is posted then. */
        problem: z.nullable(z.string()),
        /** Reports of which no copy could be made, and why. */
        left: z.array(z.strictObject({ student_id: id, name: z.string(), reason: z.string() })),
        /** Who began the run that this page follows: of two who press at once, one. Null where there is none. */
        begun_by: z.nullable(z.string()),
        /** Of a posting again that is over: whose reports were otherwise than their copies. Else null. */
        renewed: z.nullable(z.array(z.strictObject({ student_id: id, name: z.string() }))),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * Asks a second administrator to approve posting reports that lack something, or removing a posting, by its number: 409 where another
   * request waits, or the posting is not what the caller saw.
   */
  askToPost: {
    method: 'POST',
    path: '/api/post-term-reports-ask',
    who,
    menu,
    input: () =>
      z.strictObject({
        ...{ year, term, posted },
        date_posted: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
        confirm: z.int().check(z.gte(1)),
      }),
    output: done,
    needs: { table: 'write' },
  },
  /** Who posted, posted again, issued again or removed what in the last 30 days, newest first (rule 46). */
  recentPostings: {
    method: 'GET',
    path: '/api/post-term-reports-undo',
    who,
    menu,
    input: nothing,
    output: () => z.array(undoableAct()),
    needs: { table: 'read' },
  },
  /** Undoes one of these acts: 409 where the term's posting has changed since. All copies are kept. */
  undoPosting: {
    method: 'POST',
    path: '/api/post-term-reports-undo',
    who,
    menu,
    input: () => z.strictObject({ undo }),
    output: done,
    needs: { table: 'write' },
  },
  /** How one student's report of a term is posted, for those who may print it. */
  postedReport: {
    method: 'GET',
    path: '/api/posted-report',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: () => z.strictObject({ student_id: id, year: yearInPath, term: termInPath }),
    output: postedReport,
    needs: { table: 'read' },
  },
  /**
   * Freezes one report of a posted term as it is now, over the copy that parents saw, which is kept. With `date_posted`, what the user saw
   * of the report, 409 says that it has been issued again since.
   */
  issueReportAgain: {
    method: 'POST',
    path: '/api/issue-report-again',
    who,
    menu,
    input: () =>
      z.strictObject({ student_id: id, year, term, reason: reissueReason, date_posted: z.optional(datePosted) }),
    output: postedReport,
    needs: { table: 'write' },
  },
} as const satisfies Contract;
