import type { OpenedCard, RequestFacts } from '../platform/requests/call-handler.ts';
import { entity } from '../platform/table/table.ts';
import { noteAccess } from './access-events.ts';

/**
 * That a student has signed in, and when: the events of access are gone after 400 days, and 'never' is longer. One small partition,
 * so that who has never come is one query beside the register.
 */
export const StudentSignIn = entity({
  model: { entity: 'student-sign-in', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    /** UTC. */
    firstAt: { type: 'string', required: true },
    lastAt: { type: 'string', required: true },
  },
  indexes: {
    all: {
      pk: { field: 'pk', composite: [], template: 'student-sign-ins', casing: 'none' },
      sk: { field: 'sk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
    },
  },
});

type Moment = Pick<RequestFacts, 'id' | 'now' | 'address'>;

/** A student has signed in. Two writes. */
export async function noteStudentSignedIn(studentId: string, request: Moment): Promise<void> {
  const at = request.now.toISOString();
  await StudentSignIn.update({ studentId })
    .data(({ firstAt, lastAt }, { ifNotExists, set }) => {
      ifNotExists(firstAt, at);
      set(lastAt, at);
    })
    .go();
  await noteAccess({ kind: 'student signed in', studentId }, request);
}

/** A student was refused; `studentId` is absent where no student has the name that was typed. One write. */
export const noteStudentRefused = (
  { studentId, isLockedOut = false }: { studentId: string | undefined; isLockedOut?: boolean },
  request: Moment,
): Promise<void> => noteAccess({ kind: isLockedOut ? 'student locked out' : 'student refused', studentId }, request);

/** A student opened the own report card. One write. */
export const noteCardOpened = (card: OpenedCard & { studentId: string }, request: Moment): Promise<void> =>
  noteAccess({ kind: 'report card opened', studentId: card.studentId, card }, request);

/** Everybody who has ever signed in. One query. */
export async function studentsWhoSignedIn(): Promise<ReadonlySet<string>> {
  const { data } = await StudentSignIn.query.all({}).go({ pages: 'all', attributes: ['studentId'] });
  return new Set(data.map(({ studentId }) => studentId));
}
