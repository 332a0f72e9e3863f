import { displayDate } from '#shared/school/display-date.ts';
import { jobsOf } from '../../../platform/jobs/store.ts';
import { auditTrail } from '../../../platform/table/audit.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { type StudentItem, studentSubject } from '../../records/store.ts';

/**
 * Days for which nothing of a record was changed before it is erased: by then all copies that end by themselves have ended, acts that can
 * be undone after 30 days, rows of uploads and printed cards after 90, each with the days that the table takes to clear them.
 */
const quietDays = 100;

/** Whether a student may be erased, by the school's years and by what was changed of late. Empty: now. */
export async function whyNotErased(student: StudentItem, now: Date): Promise<string[]> {
  const today = schoolDay(now);
  const { status, date_of_leaving: left } = student;
  if (status !== 'archived') return ['Only students in the archive can be erased.'];
  if (left === undefined) return ['The record has no Date of Leaving, from which the years are counted.'];
  const years = school().retentionYears;
  const kept = yearsAfter(left, years);
  const [quiet, isCopied] = await Promise.all([erasableFrom(student.studentId), isCopyingCards()]);
  return [
    ...(isCopied ? ['Report cards are being posted or printed. Please try again when that is over.'] : []),
    ...(today < kept
      ? [`The school keeps a record for ${years} years after the Date of Leaving: until ${displayDate(kept)}.`]
      : []),
    ...(quiet !== null && today < quiet
      ? [
          `The record was changed lately. It can be erased ${quietDays} days after the last change: from ${displayDate(quiet)}.`,
        ]
      : []),
  ];
}

/** Whether a run is making copies of cards: one that has read a name would write it after the erasure. */
async function isCopyingCards(): Promise<boolean> {
  const runs = await Promise.all([jobsOf('post-term-reports'), jobsOf('print-report-cards')]);
  return runs.flat().some(({ state }) => state === 'running');
}

/** Whether the school has kept a record for as long as it has to. `left` is the Date of Leaving. */
export const hasRetentionEnded = (left: string, now: Date): boolean =>
  schoolDay(now) >= yearsAfter(left, school().retentionYears);

const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** The first day on which nothing was changed for long enough; null where nothing ever was. That a file was given out is no change. */
export async function erasableFrom(studentId: string): Promise<string | null> {
  const trail = await auditTrail(studentSubject(studentId));
  const last = trail.findLast(({ changes }) => changes.some(({ field }) => field !== 'everything'));
  return last ? schoolDay(new Date(Date.parse(last.at) + quietDays * 86_400_000)) : null;
}
