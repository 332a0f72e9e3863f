import * as z from 'zod/mini';
import type { CallRow, Contract } from '../http/contract.ts';
import { formLevelInPath, id, noInput, term, termInPath, year, yearInPath } from '../http/fields.ts';
import { jobProgress, jobRun } from '../http/job-progress.ts';

/** 1 while a term's reports are posted, else 0 (product §3 "Term record (posting)"). */
const posted = z.lazy(() => z.literal([0, 1]));
/** yyyy-MM-dd HH:mm:ss, the school's own time (product §9); null while not posted. */
const datePosted = z.lazy(() =>
  z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'Not a date and time.'))),
);

const ofStudent = { student_id: id, name: z.string(), class_id: id };

const ofOffice = { who: ['Admin'], menu: ['postReports'] } as const;
const reading = { ...ofOffice, method: 'GET', needs: { table: 'read' } } as const satisfies Partial<CallRow>;
const writing = { ...ofOffice, method: 'POST', needs: { table: 'write' } } as const satisfies Partial<CallRow>;

/** Why a report is issued again, in a line. */
export const reissueReason = z.lazy(() =>
  z.string().check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(200, 'At most 200 characters.')),
);

/** Whether parents see a report, and what has changed since. */
const postedReport = () =>
  z.strictObject({
    posted,
    /** When the copy that parents see was made. */
    date_posted: datePosted,
    /** Why it was issued again; null where it was posted with the others. */
    reason: z.nullable(z.string()),
    /** Titles of subjects and parts of the report that have changed since. */
    changed: z.array(z.string()),
  });

/** Classes of a school at most. */
const mostClasses = 300;

const checkedClasses = () =>
  z
    .array(z.strictObject({ class_id: id, digest: z.string().check(z.regex(/^[\w-]{22}$/, 'Not a digest.')) }))
    .check(z.maxLength(mostClasses));

/** Post Term Reports (product §2, rule 28). */
export const postingCalls = {
  /** Every term on record, the latest first, and whether its reports are posted. */
  readPostingState: {
    ...reading,
    path: '/api/term-reports-posted',
    input: noInput,
    output: () =>
      z.array(
        z.strictObject({
          year,
          term,
          title: z.string(),
          posted,
          date_posted: datePosted,
          /** The run that is posting the term, or that stopped; null where the last one was finished. */
          run: z.nullable(jobRun()),
        }),
      ),
  },
  /**
   * What a term's reports lack before they are posted, of one form or of all; complete reports are not listed. Each
   * card is laid out, a millisecond's work: screens ask for the forms side by side.
   */
  checkPosting: {
    ...reading,
    path: '/api/post-term-reports-check',
    input: () => z.strictObject({ year: yearInPath, term: termInPath, form_level: z.optional(formLevelInPath) }),
    output: () =>
      z.strictObject({
        /** Reports of the term. */
        reports: z.int(),
        students: z.array(
          z.strictObject({
            ...ofStudent,
            /** Titles of subjects without a total. */
            missing_marks: z.array(z.string()),
            missing_remarks: z.array(z.string()),
            /** Texts that are too long for their field or the page, or have characters that cannot be printed. */
            text_problems: z.array(z.string()),
          }),
        ),
        /** Reports with figures that cannot be right, a sentence each: posting refuses them (rule 64). */
        wrong_figures: z.array(z.strictObject({ ...ofStudent, figures: z.array(z.string()) })),
        /**
         * What the reports of each class were, for {@link postTermReports}; absent where nothing holds a posting to it.
         */
        checked: z.optional(checkedClasses()),
        /**
         * Classes with reports that the principal has not signed as they are, of how many; absent where reports are not
         * signed. For information: a signature is no condition of posting (rule 65).
         */
        unsigned: z.optional(z.array(z.strictObject({ class_id: id, reports: z.int(), unsigned: z.int() }))),
        /** Reports that are a few lines too long and fit on one page with smaller gaps. For information. */
        set_tighter: z.array(z.strictObject(ofStudent)),
      }),
    kind: 'documents',
    needs: { table: 'read', files: { crests: ['read'] } },
  },
  /** What has changed in a posted term's reports since parents saw them; unchanged reports are not listed. */
  listPostingChanges: {
    ...reading,
    path: '/api/post-term-reports-changes',
    input: () => z.strictObject({ year: yearInPath, term: termInPath }),
    output: () =>
      z.strictObject({
        /** Number of reports that parents see, which confirms removing the posting. */
        reports: z.int(),
        students: z.array(
          z.strictObject({
            ...ofStudent,
            /** Whether a mark or a remark is missing. */
            incomplete: z.boolean(),
            /** Titles of subjects and parts of the report; empty for a student who was registered since. */
            changed: z.array(z.string()),
          }),
        ),
      }),
    kind: 'documents',
  },
  /**
   * With `posted` 1: freezes a copy of every report of the term as one durable job; repeated under the same idempotency
   * key it polls the job. Where the term is posted already, copies are made of the reports that have changed since;
   * earlier copies are kept. With 0: removes the posting; the copies are kept. `date_posted` is what the user saw:
   * where somebody else has posted or removed since, the answer is 409 and names the person and the time. Two acts must
   * be confirmed by the number of reports: posting incomplete reports, and removing a posting (ADR 0018).
   */
  postTermReports: {
    ...writing,
    path: '/api/post-term-reports',
    input: () =>
      z.strictObject({
        year,
        term,
        title: z.optional(z.string().check(z.maxLength(120))),
        posted,
        date_posted: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
        /** Ignored: a row of {@link readPostingState} may be sent as it is. */
        run: z.optional(z.nullable(jobRun())),
        /** As the check answered it: a run that finds a class otherwise stops. */
        checked: z.optional(checkedClasses()),
        /** The number that the user typed: of incomplete reports, or of reports whose posting is removed. */
        confirm: z.optional(z.int().check(z.gte(0))),
      }),
    output: () =>
      z.strictObject({
        ...jobProgress(),
        posted,
        date_posted: datePosted,
        /** Why a run was stopped without posting anything, and what to do; else null. */
        problem: z.nullable(z.string()),
        /** Reports that could not be copied, and why. */
        left: z.array(z.strictObject({ student_id: id, name: z.string(), reason: z.string() })),
        /** Name of the person who started the run; null where there is none. */
        begun_by: z.nullable(z.string()),
        /** After posting again: the students whose reports were copied again. Else null. */
        renewed: z.nullable(z.array(z.strictObject({ student_id: id, name: z.string() }))),
      }),
    needs: { table: 'write', jobs: 'start' },
  },
  /** The posting of one student's report, for those who may print it. */
  printPostedReport: {
    method: 'GET',
    path: '/api/posted-report',
    who: ['Admin', 'teacher'],
    menu: ['termReports'],
    input: () => z.strictObject({ student_id: id, year: yearInPath, term: termInPath }),
    output: postedReport,
    needs: { table: 'read' },
  },
  /**
   * Freezes one report of a posted term as it is now. The earlier copy is kept. `date_posted` is what the user saw: 409
   * where the report has been issued again since.
   */
  issueReportAgain: {
    ...writing,
    path: '/api/issue-report-again',
    input: () =>
      z.strictObject({ student_id: id, year, term, reason: reissueReason, date_posted: z.optional(datePosted) }),
    output: postedReport,
    needs: { table: 'write' },
  },
} as const satisfies Contract;
