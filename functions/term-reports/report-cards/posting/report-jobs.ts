import { postingWordings, printingWordings } from '#shared/term-reports/wordings.ts';
import { listStudentIdsWithReport, termReportKey } from '../../../marks/records/term-report.ts';
import { StoppedRunError } from '../../../platform/jobs/stopped-run.ts';
import { type JobItem, type JobRemark, readRemarks } from '../../../platform/jobs/store.ts';
import { readMany, splitIntoPieces } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { readCurrentStudents } from '../../../students/records/rosters/read-rosters.ts';
import type { KeptLayouts } from '../layouts/layout-of-card.ts';

/** Input of a posting run. */
export interface PostingInput extends Term {
  /** Which posting of the term this is. */
  version: number;
  /**
   * The whole posting that this run updates with copies of changed reports; its own number where it is a whole posting.
   */
  base: number;
  /** Number of incomplete reports that the caller has confirmed; absent: none. */
  confirmed?: number;
  /** By class what the caller saw of its reports (`digestOfClass`); absent where the caller did not say. */
  checked?: Readonly<Record<string, string>>;
  /** ISO 8601: when the run was requested. */
  postedAt: string;
  /** Those of its cards, as they were when the run began. */
  layouts: KeptLayouts;
}

/** A row of a run: a student, and the class of the report when the run was planned. */
const reportRow = (classId: string, studentId: string): string => `${classId}/${studentId}`;
export const studentOfRow = (row: string): string => row.slice(row.indexOf('/') + 1);
export const classOfRow = (row: string): string => row.slice(0, row.indexOf('/'));

/** A transaction takes a hundred actions: one is the audit row, one the places of the cards in the status lists. */
export const cardsPerTransaction = 97;

/** Groups rows into transactions: each has rows of one class. */
export const groupRowsIntoTransactions = (rows: readonly string[]): string[][] =>
  [...Map.groupBy(rows, classOfRow).values()].flatMap((ofClass) => splitIntoPieces(ofClass, cardsPerTransaction));

/** Key of a term's posting job. */
export const postingJobKey = ({ year, term }: Term): string => `${year}#${term}`;

/**
 * Every report of a term as rows of a run, one list for each class of the school. A query for each class, one for the
 * students, and a request for each hundred of them.
 *
 * The class lists are read concurrently: a student who changes class meanwhile may be on both lists or on neither. So
 * the report of every current student is looked up too, and the report itself says which class it is in.
 */
export async function listReportRowsByClass(period: Term): Promise<string[][]> {
  const classIds = school().formClasses.map(({ id }) => id);
  const [students, ...lists] = await Promise.all([
    readCurrentStudents(),
    ...classIds.map((classId) => listStudentIdsWithReport({ ...period, classId })),
  ]);
  const studentIds = [...new Set([...students.map(({ studentId }) => studentId), ...lists.flat()])].sort();
  const reports = await readMany(
    studentIds.map((studentId) => termReportKey({ studentId, ...period })),
    ['studentId', 'classId'],
  );
  const ofClass = Map.groupBy(reports, ({ classId }) => classId);
  return classIds.map((classId) => (ofClass.get(classId) ?? []).map(({ studentId }) => reportRow(classId, studentId)));
}

/**
 * Share of a run's cards that may fail. Single damaged records are left out and named; where more fail, the fault is
 * elsewhere and nothing is posted.
 */
const maxFailedShare = 0.1;

/** More cards of a run failed than single damaged records would explain. */
export class TooManyFailedError extends Error {
  override name = 'TooManyFailedError';
}

/** What the remark on a row begins with whose card has figures that are certainly wrong. */
const certainFault = 'Not right: ';
/** Faults of a card that are named: where all of a class are wrong, the remarks of a batch still fit its item. */
const namedFaults = 8;
export const certainFaultRemark = (faults: readonly string[]): string =>
  `${certainFault}${postingWordings.namedFaults(faults.slice(0, namedFaults), Math.max(0, faults.length - namedFaults))}`;
export const countCertainFaults = (failed: readonly JobRemark[]): number =>
  failed.filter(({ text }) => text.startsWith(certainFault)).length;

/** A card of a run has figures that are certainly wrong. */
export class CertainFaultError extends Error {
  override name = 'CertainFaultError';
}

/** @throws CertainFaultError where a card of a run has figures that are certainly wrong (rule 64) */
export async function refuseCertainFaults(job: JobItem): Promise<void> {
  const count = countCertainFaults((await readFailures(job)).failed);
  if (count > 0) throw new CertainFaultError(`${count} cards have figures that are wrong`);
}

/** Remark on a class whose reports are not as they were checked. */
export const changedRemark = 'Has changed since it was checked.';

/** The classes of a run that have changed since they were checked, and what else has failed. Pure. */
export const splitChanged = (failed: readonly JobRemark[]) => ({
  changed: failed.flatMap(({ row, text }) => (text === changedRemark ? [row] : [])),
  others: failed.filter(({ text }) => text !== changedRemark),
});

/** Reports have changed since the user looked at the check. */
export class ChangedSinceCheckError extends StoppedRunError {
  override name = 'ChangedSinceCheckError';
}

/** @throws ChangedSinceCheckError where a class of a run is not as it was checked */
export async function refuseChangedSinceCheck(job: JobItem): Promise<void> {
  const { changed } = splitChanged((await readFailures(job)).failed);
  if (changed.length > 0) throw new ChangedSinceCheckError(`${changed.join(', ')} changed since the check`);
}

/** The term was posted again, or its posting removed, since the run began. */
export class OvertakenError extends StoppedRunError {
  override name = 'OvertakenError';
}

/** Remark on a row whose report was copied though it lacks marks or remarks. */
export const incompleteRemark = 'Lacks marks or remarks.';

/** Remarks on rows that did not fail. */
const noFailures: readonly string[] = [incompleteRemark, printingWordings.left];

/** The number of incomplete reports of a run, and the rows that failed. One query. */
export async function readFailures(job: JobItem): Promise<{ incomplete: number; failed: JobRemark[] }> {
  const remarks = await readRemarks(job);
  const incomplete = remarks.filter(({ text }) => text === incompleteRemark).length;
  return { incomplete, failed: remarks.filter(({ text }) => !noFailures.includes(text)) };
}

/** @throws TooManyFailedError where more than `maxFailedShare` of a run's cards have failed */
export async function refuseTooManyFailed(job: JobItem): Promise<void> {
  const failed = (await readFailures(job)).failed.length;
  if (failed > maxFailedShare * job.total) throw new TooManyFailedError(`${failed} of ${job.total} cards failed`);
}

/** More reports lack marks or remarks than the caller has confirmed by typing their number. */
export class UnconfirmedError extends StoppedRunError {
  override name = 'UnconfirmedError';
}

/** @throws UnconfirmedError where more reports of a run are incomplete than were confirmed */
export async function refuseUnconfirmed(job: JobItem, confirmed: number): Promise<void> {
  const { incomplete } = await readFailures(job);
  if (incomplete > confirmed) throw new UnconfirmedError(`${incomplete} reports are incomplete`);
}

/** Whether a run ended for one of these reasons. It cannot be resumed: the next request starts a new run. */
export const isRunUnresumable = (job: JobItem | undefined): job is JobItem =>
  job?.state === 'failed' &&
  ['CertainFaultError', 'ChangedSinceCheckError', 'OvertakenError', 'TooManyFailedError', 'UnconfirmedError'].includes(
    job.lastError ?? '',
  );
