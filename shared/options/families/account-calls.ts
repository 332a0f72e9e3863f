import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import {
  documentBytes,
  formLevel,
  id,
  moment,
  noInput,
  term,
  termInPath,
  year,
  yearInPath,
} from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';

const ofOffice = { who: ['Admin'], menu: ['students'] } as const;
const reading = {
  ...ofOffice,
  method: 'GET',
  needs: { table: 'read', reads: ['access events'] },
} as const satisfies Partial<CallRow>;

const postedTerm = () => z.strictObject({ year, term, title: z.string() });

/** A posted term whose openings are asked for; without one the latest. */
const ofTerm = () => ({ year: z.optional(yearInPath), term: z.optional(termInPath) });

/** Why a row was left as it was. */
const leftStudent = () => z.strictObject({ student_id: id, name: z.string(), reason: z.string() });

/**
 * Students' accounts (rule 56): made and undone for the whole school, letters by class, and who opened their report.
 */
export const familyAccountCalls = {
  /** Counts by class of the current students, their accounts, sign-ins and openings of the report of a posted term. */
  readFamilyAccounts: {
    ...reading,
    path: '/api/family-accounts',
    input: () => z.strictObject(ofTerm()),
    output: () =>
      z.strictObject({
        classes: z.array(
          z.strictObject({
            class_id: id,
            form_level: formLevel,
            students: z.int(),
            accounts: z.int(),
            signed_in: z.int(),
            opened: z.int(),
            /** Whose report was opened by a link, whose in neither way, and who has an open link. */
            opened_by_link: z.int(),
            unopened: z.int(),
            links: z.int(),
          }),
        ),
        /** The latest first. */
        posted: z.array(postedTerm()),
        /** The one that is counted; null while nothing is posted. */
        counted: z.nullable(postedTerm()),
        /** The last run that made accounts, and the students that it left out; null where there was none. */
        run: z.nullable(z.extend(jobRun(), { left: z.array(leftStudent()) })),
      }),
  },
  /** The current students of a class, with account, sign-ins, the opening of the report, and its link. */
  listFamilyAccounts: {
    ...reading,
    path: '/api/family-accounts-of-class',
    input: () => z.strictObject({ class_id: id, ...ofTerm() }),
    output: () =>
      z.array(
        z.strictObject({
          student_id: id,
          name: z.string(),
          /** `unused`: nobody has signed in with it. `unfinished`: the identity store does not have it yet. */
          account: z.literal(['none', 'unfinished', 'unused', 'used']),
          last_signed_in_at: z.nullable(moment),
          /** The last time that the student opened the report of the term in the days that access events are kept. */
          opened_at: z.nullable(moment),
          /** The link to the report of the term; `no date`: none can be made, as the register has no date of birth. */
          link: z.literal(['none', 'no date', 'open', 'locked', 'ended', 'expired', 'unposted']),
          /** Wrong dates of birth that it was tried with. */
          link_tries: z.int(),
          /** When it was last opened; kept as long as the link. */
          link_opened_at: z.nullable(moment),
        }),
      ),
  },
  /** Makes an account for each current student who has none: a durable job. The same key follows the same run. */
  startMakingFamilyAccounts: {
    ...ofOffice,
    method: 'POST',
    path: '/api/family-accounts',
    input: noInput,
    output: () => z.strictObject(jobProgress()),
    needs: { table: 'write', jobs: 'start' },
  },
  /**
   * A letter for each student of a class whose account nobody has used, with a new one-time password (rule 18): those
   * of letters that were printed before end. With `student_id` that student's alone.
   */
  printFamilyLetters: {
    ...ofOffice,
    method: 'POST',
    path: '/family-letters',
    input: () => z.strictObject({ class_id: id, student_id: z.optional(id) }),
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'write', writes: ['student accounts'], identity: 'reset' },
  },
} as const satisfies Contract;
