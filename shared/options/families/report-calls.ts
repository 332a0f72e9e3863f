import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import { day, deviceKey, documentBytes, id, noInput, term, termInPath, year, yearInPath } from '../../http/fields.ts';
import { cardCredentialAnswer } from '../signed-cards/credential-answer.ts';
import { registrationState } from './registration-calls.ts';

const ofStudent = { who: ['student'], method: 'GET', needs: { table: 'read' } } as const satisfies Partial<CallRow>;
const text = () => z.nullable(z.string());
const count = () => z.nullable(z.int());
const ofTerm = () => z.strictObject({ year: yearInPath, term: termInPath });
/**
 * `student_id`: whose page has the link. A browser sends it no header, and another student may have signed in since.
 */
const ofLink = () => z.strictObject({ year: yearInPath, term: termInPath, student_id: z.optional(id) });
/** Labels of the printed card with their values. */
const facts = () => z.array(z.strictObject({ label: z.string(), value: z.string() }));

/** A posted report as a page shows it. */
export const postedReport = () =>
  z.strictObject({
    year,
    term,
    title: z.string(),
    school: z.string(),
    name: z.string(),
    class_id: id,
    posted_on: z.string(),
    /** Printed on the card, by which others check it (rule 57); null on a card that has none. */
    code: text(),
    average: z.strictObject({ text: text(), entered: z.int(), of: z.int() }),
    subjects: z.array(
      z.strictObject({
        title: z.string(),
        course: text(),
        exam: text(),
        total: text(),
        application: text(),
        conduct: text(),
        times_late: count(),
        times_absent: count(),
        comment: text(),
        teacher: text(),
      }),
    ),
    attendance: facts(),
    conduct: facts(),
    co_curricular: z.array(z.string()),
    music: facts(),
    remarks: z.array(z.strictObject({ title: z.string(), text: z.string() })),
    /** yyyy-MM-dd; null where it is not set. */
    new_term_beginning: text(),
  });

/**
 * What a student sees: their own posted reports, from the copies that were frozen when they were posted (rules 28, 56).
 */
export const familyReportCalls = {
  /** Who is signed in, what waits for the family, and every posted report, the newest first. */
  listMyReports: {
    ...ofStudent,
    path: '/api/my-reports',
    needs: { table: 'read', signingKeys: 'outbox' },
    input: noInput,
    output: () =>
      z.strictObject({
        student: z.strictObject({ id, name: z.string(), class_id: id }),
        /** Encrypts what the browser keeps of the student's typing (rule 67). */
        outbox_key: deviceKey(),
        /** Of the current year. */
        registration: z.strictObject({
          state: registrationState,
          /** As of the form: something may be typed and handed in. */
          is_open: z.boolean(),
          deadline: z.nullable(day),
        }),
        /** Absence notes about which the school asks something; null where the school keeps no attendance. */
        questions: count(),
        reports: z.array(
          z.strictObject({
            year,
            term,
            title: z.string(),
            class_id: id,
            /** yyyy-MM-dd at the school. */
            posted_on: z.string(),
            /** Three significant digits, as printed; null where no subject has a total. */
            average: text(),
            /** Posted in the last 90 days, and not opened on this page since. */
            is_new: z.boolean(),
          }),
        ),
      }),
  },
  /** One report. Each opening is an access event (rule 48). */
  readMyReport: {
    ...ofStudent,
    path: '/api/my-report',
    input: ofTerm,
    isDocumentOpened: true,
    output: postedReport,
  },
  /** The card's signed credential, for those who check it by other programs (rule 57). 404 for a card without one. */
  downloadMyCredential: {
    ...ofStudent,
    path: '/api/my-credential',
    input: ofLink,
    isDocumentOpened: true,
    output: cardCredentialAnswer,
  },
  /** The same as the printed card: the very bytes, whenever it is opened. */
  printMyReport: {
    ...ofStudent,
    path: '/my-report-card',
    input: ofLink,
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'write', files: { 'posted-cards': ['read', 'write'], crests: ['read'] } },
  },
} as const satisfies Contract;
