import type { OpenedCard, RequestFacts } from '../platform/requests/call-handler.ts';
import { executeAction } from '../platform/table/action.ts';
import { entity } from '../platform/table/entity.ts';
import { readMany } from '../platform/table/table.ts';
import { expiryOfAccessEvent, recordAccessEvent } from './access-events.ts';

/**
 * When a student last signed in: access events expire after 400 days, which is too early for "never". One small
 * partition, so that the students who never signed in take one query besides the register.
 */
interface StudentSignInItem {
  studentId: string;
  /** UTC. */
  firstAt: string;
  lastAt: string;
}

export const StudentSignInEntity = entity<StudentSignInItem>()({
  name: 'student-sign-in',
  pk: 'student-sign-ins',
  sk: 'student#${studentId}',
});

type Moment = Pick<RequestFacts, 'id' | 'now' | 'address'>;

/** A student has signed in. Two writes. */
export async function recordStudentSignIn(studentId: string, request: Moment): Promise<void> {
  const at = request.now.toISOString();
  await executeAction(StudentSignInEntity.upsert({ studentId }, { initially: { firstAt: at }, set: { lastAt: at } }));
  await recordAccessEvent({ kind: 'student signed in', studentId }, request);
}

/** A student was refused; `studentId` is absent where no student has the name that was typed. One write. */
export const recordStudentRefused = (
  { studentId, isLockedOut = false }: { studentId: string | undefined; isLockedOut?: boolean },
  request: Moment,
): Promise<void> =>
  recordAccessEvent({ kind: isLockedOut ? 'student locked out' : 'student refused', studentId }, request);

/**
 * When a student's report of a term was last opened, by account and by link: what a thousand families did in a year is
 * read without its events. Of the whole school one small partition, four thousand rows to a query, which expire as the
 * events do.
 */
interface ReportOpeningsItem {
  year: number;
  term: 1 | 2 | 3;
  studentId: string;
  /** UTC. */
  byAccountAt?: string | undefined;
  byLinkAt?: string | undefined;
  /** Seconds since 1970. */
  expires: number;
}

export const ReportOpeningsEntity = entity<ReportOpeningsItem>()({
  name: 'report-openings',
  pk: 'report-openings',
  sk: '${year}#${term}#${studentId}',
  open: 'when a report of a posted term was last opened',
});

type StudentCard = OpenedCard & { studentId: string };

/** A student opened their own report card. One transaction. */
export const recordReportCardOpened = (card: StudentCard, request: Moment): Promise<void> =>
  recordOpening('report card opened', card, request);

/** Somebody opened a student's report card by its link, or was refused at one. One write. */
export const recordLinkOpened = (card: StudentCard, request: Moment): Promise<void> =>
  recordOpening('report card opened by link', card, request);

function recordOpening(
  kind: 'report card opened' | 'report card opened by link',
  card: StudentCard,
  request: Moment,
): Promise<void> {
  const { year, term, studentId } = card;
  const at = request.now.toISOString();
  const last = kind === 'report card opened' ? { byAccountAt: at } : { byLinkAt: at };
  const expires = expiryOfAccessEvent(request.now);
  const opened = ReportOpeningsEntity.upsert({ year, term, studentId }, { set: { ...last, expires } });
  return recordAccessEvent({ kind, studentId, card }, request, [opened]);
}

export const recordLinkRefused = (
  { studentId, isLockedOut }: { studentId: string | undefined; isLockedOut: boolean },
  request: Moment,
): Promise<void> => recordAccessEvent({ kind: isLockedOut ? 'link locked out' : 'link refused', studentId }, request);

/** The ids of all students who have signed in. One query. */
export async function listStudentsWhoSignedIn(): Promise<ReadonlySet<string>> {
  const data = await StudentSignInEntity.query({}, { only: ['studentId'] });
  return new Set(data.map(({ studentId }) => studentId));
}

/** When each student last signed in, UTC, by id. One query. */
export async function readLastStudentSignIns(): Promise<ReadonlyMap<string, string>> {
  const data = await StudentSignInEntity.query({}, { only: ['studentId', 'lastAt'] });
  return new Map(data.map(({ studentId, lastAt }) => [studentId, lastAt]));
}

/**
 * When a student last opened each of some reports on the families' page, UTC, by year and term as "2025#2". One
 * request.
 */
export async function readOwnOpenings(
  studentId: string,
  terms: readonly { year: number; term: 1 | 2 | 3 }[],
): Promise<ReadonlyMap<string, string>> {
  const openings = await readMany(terms.map(({ year, term }) => ReportOpeningsEntity.key({ year, term, studentId })));
  return new Map(openings.flatMap(({ year, term, byAccountAt: at }) => (at ? [[`${year}#${term}`, at]] : [])));
}

/** The last openings of reports, of all terms or of one, by student. One query for four thousand. */
export const listReportOpenings = (of?: { year: number; term: number }): Promise<ReportOpeningsItem[]> =>
  ReportOpeningsEntity.query({}, of ? { begins: `${of.year}#${of.term}#` } : {});
