import { reportedStudents, termReportKey } from '../../../marks/records/term-report.ts';
import { type JobItem, type Remark, remarksOf } from '../../../platform/jobs/store.ts';
import { inPieces, readMany } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import { currentStudentClasses } from '../../../students/records/store.ts';
import type { Term } from './postings.ts';

/** What the run of a posting must know. */
export interface PostingInput extends Term {
  /** Which posting of the term this is. */
  version: number;
  /** The whole posting over which copies are made again of what has changed since; of the first posting its own number. */
  base: number;
  /** Incomplete reports that are posted all the same, by the number that was typed; absent: none. */
  confirmed?: number;
  /** ISO 8601: when it was asked for. */
  postedAt: string;
}

/** A row of the run: a student, and the class that the report was in when the run was planned. */
export const rowOf = (classId: string, studentId: string): string => `${classId}/${studentId}`;
export const studentOf = (row: string): string => row.slice(row.indexOf('/') + 1);
export const classOf = (row: string): string => row.slice(0, row.indexOf('/'));

/** A transaction takes a hundred actions; one is the audit row's. */
export const cardsPerTransaction = 98;

/** Rows whose copies are made in one transaction: those of a class, in pieces. */
export const rowsPerTransaction = (rows: readonly string[]): string[][] =>
  [...Map.groupBy(rows, classOf).values()].flatMap((ofClass) => inPieces(ofClass, cardsPerTransaction));

/** Names the posting of a term among the jobs of its kind. */
export const postingKeyOf = ({ year, term }: Term): string => `${year}#${term}`;

/**
 * Every report of a term as rows of a run, one list a class of the school. A query a class, one for the students, and a request for
 * each hundred of them.
 *
 * The lists of the classes are read side by side, so a student who changes class at that moment may be on both or on neither. Only
 * current students change class: each of them is looked up, and the report itself says which class it is in.
 */
export async function rowsByClass(period: Term): Promise<string[][]> {
  const classIds = school().formClasses.map(({ id }) => id);
  const [students, ...lists] = await Promise.all([
    currentStudentClasses(),
    ...classIds.map((classId) => reportedStudents({ ...period, classId })),
  ]);
  const studentIds = [...new Set([...students.map(({ studentId }) => studentId), ...lists.flat()])].sort();
  const reports = await readMany(
    studentIds.map((studentId) => termReportKey({ studentId, ...period })),
    ['studentId', 'classId'],
  );
  const ofClass = Map.groupBy(reports, ({ classId }) => classId);
  return classIds.map((classId) => (ofClass.get(classId) ?? []).map(({ studentId }) => rowOf(classId, studentId)));
}

/**
 * Of the cards of a run, the share that may fail. Single records are left out and named; where more fail, the fault is not in
 * the records, and what is left is no term's reports.
 */
export const failingShare = 0.1;

/** More cards of a run failed than single records would explain. */
export class TooManyFailedError extends Error {
  override name = 'TooManyFailedError';
}

/** Something else was posted, or the posting removed, since the run began. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** What is said of a row whose report was copied, though it lacks marks or remarks. */
export const notComplete = 'Lacks marks or remarks.';

/** The rows of a run that are not complete, and those that failed. One query. */
export async function readFailures(job: JobItem): Promise<{ incomplete: number; failed: Remark[] }> {
  const remarks = await remarksOf(job);
  const failed = remarks.filter(({ text }) => text !== notComplete);
  return { incomplete: remarks.length - failed.length, failed };
}

/** @throws TooManyFailedError where more than the share of a run's cards have failed */
export async function refuseTooManyFailed(job: JobItem): Promise<void> {
  const failed = (await readFailures(job)).failed.length;
  if (failed > failingShare * job.total) throw new TooManyFailedError(`${failed} of ${job.total} cards failed`);
}

/** More reports lack marks or remarks than the caller has confirmed by typing their number. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/** @throws UnconfirmedError where more reports of a run are incomplete than were confirmed */
export async function refuseUnconfirmed(job: JobItem, confirmed: number): Promise<void> {
  const { incomplete } = await readFailures(job);
  if (incomplete > confirmed) throw new UnconfirmedError(`${incomplete} reports are incomplete`);
}

/** True for a run that ended for one of these reasons. It has nothing to go on with: asked for again, it is begun from the start. */
export const isStopped = (job: JobItem | undefined): job is JobItem =>
  job?.state === 'failed' && ['TooManyFailedError', 'OvertakenError', 'UnconfirmedError'].includes(job.lastError ?? '');
