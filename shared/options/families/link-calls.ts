import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import { documentBytes, id, term, year } from '../../http/fields.ts';
import { postedReport } from './report-calls.ts';

const ofOffice = { who: ['Admin'], menu: ['students'], method: 'POST' } as const satisfies Partial<CallRow>;
const makesLinks = { table: 'write', signingKeys: 'report links' } as const;

/** The token of a link, which its address has behind the `#`: 192 bits. */
export const linkToken = z.lazy(() => z.string().check(z.regex(/^[A-Za-z0-9_-]{32}$/, 'Not a link.')));

/**
 * A link that was opened with the student's date of birth, and the secret of that with its place (`openReportLink`).
 */
const opened = () =>
  z.strictObject({ link: linkToken, opening: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{4,400}$/)) });
const ofFamily = { who: 'anyone', method: 'POST', input: opened } as const satisfies Partial<CallRow>;

/** Links for parents: each opens one posted report and nothing else (rule 56). */
export const reportLinkCalls = {
  /**
   * A slip with the link of each student of a class who has a posted report; those who have no open link get one. With
   * `student_id` that student's alone.
   */
  printLinkSlips: {
    ...ofOffice,
    path: '/api/report-link-slips',
    input: () => z.strictObject({ class_id: id, student_id: z.optional(id), year, term }),
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: makesLinks,
  },
  /** The address of a student's link, which is made where there is no open one. */
  makeReportLink: {
    ...ofOffice,
    path: '/api/report-link',
    input: () => z.strictObject({ student_id: id, year, term }),
    output: () => z.strictObject({ address: z.string(), ends_on: z.string() }),
    needs: makesLinks,
  },
  /** Ends the open links to reports of a term: of a student, of a class, or all. A new one has another address. */
  endReportLinks: {
    ...ofOffice,
    method: 'DELETE',
    path: '/api/report-link',
    input: () => z.strictObject({ year, term, class_id: z.optional(id), student_id: z.optional(id) }),
    output: () => z.strictObject({ ended: z.int() }),
    needs: { table: 'write' },
  },
  /** The report of an opened link, the newest edition. Each is an opening "by link" (rule 48). */
  readLinkedReport: { ...ofFamily, path: '/api/linked-report', output: postedReport, needs: { table: 'write' } },
  /** The same as it was printed. */
  printLinkedReport: {
    ...ofFamily,
    path: '/api/linked-report-card',
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'write', files: { 'posted-cards': ['read', 'write'], crests: ['read'] } },
  },
} as const satisfies Contract;
