import { displayDate } from '#shared/school/display-date.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { readJobsOfKind } from '../../../platform/jobs/store.ts';
import { listAuditTrail } from '../../../platform/table/audit.ts';
import { school, schoolDay } from '../../../school/records/school.ts';
import { type StudentItem, studentAuditSubject } from '../../records/store.ts';

/**
 * Days without a change of a record before it may be erased: by then all copies that expire have expired, undoable acts
 * after 30 days, rows of uploads and printed cards after 90, each with the days that the table takes to delete them.
 */
const quietDays = 100;

/**
 * Why a student may not be erased yet, by the school's retention and by recent changes. Empty: the student may be
 * erased now.
 */
export async function whyNotErased(student: StudentItem, now: Date): Promise<string[]> {
  const today = schoolDay(now);
  const { status, date_of_leaving: left } = student;
  if (status !== 'archived') return [recordWordings.onlyArchived];
  if (left === undefined) return [recordWordings.noDateOfLeaving];
  const years = school().retentionYears;
  const kept = yearsAfter(left, years);
  const [quiet, isCopied] = await Promise.all([readFirstErasableDay(student.studentId), isCopyingCards()]);
  return [
    ...(isCopied ? [recordWordings.cardsInWork] : []),
    ...(today < kept ? [recordWordings.keptUntil(years, displayDate(kept))] : []),
    ...(quiet !== null && today < quiet ? [recordWordings.changedLately(quietDays, displayDate(quiet))] : []),
  ];
}

/** Whether a run is copying cards: it might write a name that it read before the erasure. */
async function isCopyingCards(): Promise<boolean> {
  const runs = await Promise.all([readJobsOfKind('post-term-reports'), readJobsOfKind('print-report-cards')]);
  return runs.flat().some(({ state }) => state === 'running');
}

/** Whether the retention of a record has ended. `left` is the Date of Leaving. */
export const hasRetentionEnded = (left: string, now: Date): boolean =>
  schoolDay(now) >= yearsAfter(left, school().retentionYears);

const yearsAfter = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/**
 * The first day on which the record may be erased by its last change; null where there is none. Giving out everything
 * about a student is no change.
 */
export async function readFirstErasableDay(studentId: string): Promise<string | null> {
  const trail = await listAuditTrail(studentAuditSubject(studentId));
  const last = trail.findLast(({ changes }) => changes.some(({ field }) => field !== 'everything'));
  return last ? schoolDay(new Date(Date.parse(last.at) + quietDays * 86_400_000)) : null;
}
