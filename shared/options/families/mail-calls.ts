import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import { formLevel, id, moment, noInput, okAnswer } from '../../http/fields.ts';
import { jobProgress, jobRun } from '../../http/job-progress.ts';
import { mailFailures, mailOccasions } from './mail-settings.ts';

const ofOffice = { who: ['Admin'], menu: ['students'] } as const;
const reading = {
  ...ofOffice,
  method: 'GET',
  needs: { table: 'read', partitions: 'table' },
} as const satisfies Partial<CallRow>;

/** `sending` has been claimed for less than two minutes; `perhaps not sent` for longer, without an answer of SES. */
export const mailStates = ['sending', 'sent', 'perhaps not sent', ...mailFailures] as const;
export type MailState = (typeof mailStates)[number];

/** Names what an e-mail is about, as `posted-2026-1-3`. */
const mailEvent = z.lazy(() =>
  z.string().check(z.regex(/^(posted|absent|registration)-[\d-]{4,20}$/, 'Not an event.')),
);

/** E-mails to parents: each once an event, student and address, with a link and nothing personal in it (rule 56). */
export const familyMailCalls = {
  /** What is due, by occasion; and what was sent, came back or cannot be sent, by class. */
  readFamilyMails: {
    ...reading,
    path: '/api/family-mails',
    input: noInput,
    output: () =>
      z.strictObject({
        occasions: z.array(
          z.strictObject({
            occasion: z.literal(mailOccasions),
            /** "Reports of Term 1, 2025-2026"; null while there is nothing of the kind. */
            of: z.nullable(z.string()),
            /** E-mails that would be sent now, and the students whom they are about. */
            waiting: z.int(),
            students: z.int(),
            /** The letter as it is sent; a sentence is where each family's link will be. */
            letter: z.strictObject({ subject: z.string(), text: z.string() }),
          }),
        ),
        classes: z.array(
          z.strictObject({
            class_id: id,
            form_level: formLevel,
            students: z.int(),
            waiting: z.int(),
            sent: z.int(),
            perhaps: z.int(),
            /** What waits, by occasion; without those of which nothing does. */
            due: z.array(z.strictObject({ occasion: z.literal(mailOccasions), waiting: z.int(), students: z.int() })),
            /** Students with an address that failed, and those without any address that can be written to. */
            failed: z.int(),
            without_address: z.int(),
          }),
        ),
        /** The last run that sent, and why it ended early; null where there was none. */
        run: z.nullable(z.extend(jobRun(), { problem: z.nullable(z.string()) })),
      }),
  },
  /** Starts sending what is due of some occasions, in some classes or with null in all, or reports the run. */
  sendFamilyMails: {
    ...ofOffice,
    method: 'POST',
    path: '/api/family-mails',
    /** `expected`: the number that the caller was shown; another one is refused. */
    input: () =>
      z.strictObject({
        expected: z.int().check(z.gte(1), z.lte(100_000)),
        occasions: z.array(z.literal(mailOccasions)).check(z.minLength(1), z.maxLength(mailOccasions.length)),
        class_ids: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(200))),
      }),
    output: () => z.strictObject({ ...jobProgress(), problem: z.nullable(z.string()) }),
    needs: { table: 'write', partitions: 'table', jobs: 'start' },
  },
  /** Stops the run after the e-mail that is being sent. The rest stays due. */
  stopFamilyMails: {
    ...ofOffice,
    method: 'DELETE',
    path: '/api/family-mails',
    input: noInput,
    output: okAnswer,
    needs: { table: 'write' },
  },
  /** The current students of a class, with their parents' addresses and the e-mails of the last events. */
  listFamilyMails: {
    ...reading,
    needs: { table: 'read' },
    path: '/api/family-mails-of-class',
    input: () => z.strictObject({ class_id: id }),
    output: () =>
      z.array(
        z.strictObject({
          student_id: id,
          name: z.string(),
          addresses: z.array(z.strictObject({ address: z.string(), failure: z.nullable(z.literal(mailFailures)) })),
          mails: z.array(
            z.strictObject({
              event: mailEvent,
              occasion: z.literal(mailOccasions),
              address: z.string(),
              state: z.literal(mailStates),
              at: moment,
            }),
          ),
        }),
      ),
  },
  /** Has an e-mail that was perhaps not sent sent again, with the next run: its address may get it twice. */
  repeatFamilyMail: {
    ...ofOffice,
    method: 'POST',
    path: '/api/family-mails-of-class',
    input: () =>
      z.strictObject({ student_id: id, event: mailEvent, address: z.string().check(z.minLength(3), z.maxLength(120)) }),
    output: okAnswer,
    needs: { table: 'write' },
  },
} as const satisfies Contract;
