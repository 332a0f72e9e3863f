import type { OpenedCard, RequestFacts } from '../platform/requests/call-handler.ts';
import { executeAction } from '../platform/table/action.ts';
import { entity } from '../platform/table/entity.ts';
import { recordAccessEvent } from './access-events.ts';

/**
 * When a student last signed in: access events expire after 400 days, which is too early for "never". One small partition, so that
 * the students who never signed in take one query besides the register.
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

/** A student opened their own report card. One write. */
export const recordReportCardOpened = (card: OpenedCard & { studentId: string }, request: Moment): Promise<void> =>
  recordAccessEvent({ kind: 'report card opened', studentId: card.studentId, card }, request);

/** Somebody opened a student's report card by its link, or was refused at one. One write. */
export const recordLinkOpened = (card: OpenedCard & { studentId: string }, request: Moment): Promise<void> =>
  recordAccessEvent({ kind: 'report card opened by link', studentId: card.studentId, card }, request);
export const recordLinkRefused = (
  { studentId, isLockedOut }: { studentId: string | undefined; isLockedOut: boolean },
  request: Moment,
): Promise<void> => recordAccessEvent({ kind: isLockedOut ? 'link locked out' : 'link refused', studentId }, request);

/** The ids of all students who have signed in. One query. */
export async function studentsWhoSignedIn(): Promise<ReadonlySet<string>> {
  const data = await StudentSignInEntity.query({}, { only: ['studentId'] });
  return new Set(data.map(({ studentId }) => studentId));
}

/** When each student last signed in, UTC, by id. One query. */
export async function lastStudentSignIns(): Promise<ReadonlyMap<string, string>> {
  const data = await StudentSignInEntity.query({}, { only: ['studentId', 'lastAt'] });
  return new Map(data.map(({ studentId, lastAt }) => [studentId, lastAt]));
}
