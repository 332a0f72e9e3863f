import type { Output } from '#shared/http/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { queryOf } from '../../../api/query.ts';
import type { StudentRecord } from '../use-class-records.ts';

export type PostedReport = Output<typeof termReportsContract.postedReport>;

/** Whose report, of which term. */
export type AboutReport = Pick<StudentRecord, 'student_id' | 'year' | 'term'>;

/** How a record's report is posted. Marks and postings change while it is looked at: each look asks again. */
export const postedReportQuery = ({ student_id, year, term }: AboutReport) => ({
  ...queryOf(termReportsContract.postedReport, { student_id, year: String(year), term: String(term) }),
  staleTime: 0,
});

/** "12-Dec-2025 14:05". */
export const postedOn = (at: string): string => `${displayDate(at.slice(0, 10))} ${at.slice(11, 16)}`;
