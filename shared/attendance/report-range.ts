import * as z from 'zod/mini';
import { day } from '../http/fields.ts';
import { maxReportDays } from './figures.ts';
import { attendanceWordings } from './wordings.ts';

/** The first and last date of a report; one date is used for both (product §5). */
export const reportDates = () =>
  z.array(day).check(
    z.maxLength(2, 'A report has one date or two.'),
    z.refine(([from, to]) => from === undefined || to === undefined || from <= to, attendanceWordings.reversed),
    z.refine(
      ([from, to]) => from === undefined || to === undefined || daysBetween(from, to) < maxReportDays,
      attendanceWordings.tooLong,
    ),
  );

/** The dates of a report that needs one at least. */
export const requiredReportDates = () => reportDates().check(z.minLength(1, attendanceWordings.selectDate));

/** From the first day to the last. */
export const toDateRange = ([from = '', to = from]: readonly string[]): { from: string; to: string } => ({ from, to });

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
