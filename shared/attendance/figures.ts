import type { SessionMark } from './limits.ts';

/**
 * The doughnut charts of attendance, on screen and in
 * print.
 */
export const doughnutStyle = {
  /** Share of the radius that is hole. */
  cutout: 0.8,
  attended: '#1f7a4d',
  late: '#b45309',
  rest: '#dbe1e8',
} as const;

/** Name of a report's workbook: "Late List 2026-09-07 to 2026-09-11.xlsx". */
export const attendanceReportFileName = (what: string, { from, to }: { from: string; to: string }): string =>
  `${what} ${from === to ? from : `${from} to ${to}`}.xlsx`;

/** Days of a report, both ends included: a school year with its holidays. */
export const maxReportDays = 400;

/** A student's day in a letter or two, and what each says. */
export const dayLetterMeanings = {
  P: 'present',
  L: 'present and late',
  A: 'absent',
  E: 'absent with an excuse',
  am: 'only in the morning',
  pm: 'only in the afternoon',
  '·': 'not taken',
} as const;
export type DayLetters = keyof typeof dayLetterMeanings;

/** A day in letters, for reports and calendars. A session that was not held or not taken has no mark. Pure. */
export function dayLetters(day: {
  am: SessionMark | null;
  pm: SessionMark | null;
  late: boolean;
  excused: boolean;
}): DayLetters {
  const marks = [day.am, day.pm].filter((mark) => mark !== null);
  if (marks.length === 0) return '·';
  if (marks.every((mark) => mark === 'A')) return day.excused ? 'E' : 'A';
  if (marks.includes('A')) return day.am === 'A' ? 'pm' : 'am';
  return day.late ? 'L' : 'P';
}
