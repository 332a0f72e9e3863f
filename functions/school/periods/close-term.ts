import { describeAttendanceClosure } from '#shared/attendance/open-attendance.ts';
import { startYearOf, termTitle } from '#shared/school/academic-year.ts';
import { describeTermClosure } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { noSuchTerm, termRefusals } from '#shared/school/wordings.ts';
import { attendanceClosureOf } from '../../attendance/records/open-attendance.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler, type RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { Action } from '../../platform/table/action.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import {
  closeAttendanceActions,
  closeTermActions,
  isOpenTermLimitReached,
  isReopenedAttendanceLimitReached,
  openAttendanceActions,
  openTermActions,
  readTermClosing,
  type StoredClosing,
} from '../records/closed-terms.ts';
import { periodAuditSubject } from '../records/periods.ts';
import { type TermClosed, undoableTermChanges } from '../records/term-acts.ts';
import { findTermClosure, type Term } from '../records/term-locks.ts';
import { keepPeopleOfTermActions } from './keep-people.ts';

interface By {
  caller: Caller;
  request: RequestFacts;
}

/** What is closed or opened of a term: its marks, remarks and reports (rule 47), or its attendance (rule 49). */
type Kind = TermClosed['kind'];

export const opposites = {
  'term closed': 'term opened',
  'term opened': 'term closed',
  'attendance closed': 'attendance opened',
  'attendance opened': 'attendance closed',
} as const satisfies Record<Kind, Kind>;

const words: Record<Kind, string> = {
  'term closed': 'closed',
  'term opened': 'opened again',
  'attendance closed': 'attendance closed',
  'attendance opened': 'attendance opened again',
};

/** Closes or opens a term, or its attendance; the answer's `undo` is the key of the undoable action. */
export async function closeOrOpenTerm(
  kind: Kind,
  { input, caller, request }: By & { input: { academic_year_id: string; term: 1 | 2 | 3 } },
) {
  const wanted = { year: startYearOf(input.academic_year_id), term: input.term };
  const act = undoableTermChanges.create({
    change: { kind, details: wanted },
    what: `${termTitle(wanted)} ${words[kind]}`,
    by: { caller, request },
  });
  await setTerm(kind, wanted, { beside: act, caller, request });
  return { ...input, undo: request.idempotencyKey };
}

/** Takes a step, once: `beside` is written with it. */
export function setTerm(kind: Kind, wanted: Term, { beside, caller, request }: By & { beside: Action }) {
  const subject = periodAuditSubject(wanted);
  const by = { caller, request };
  return retryRefused({
    read: () => readTermClosing(wanted),
    attempt: async (stored) => {
      const { isDone, says, before, isFull, actions } = stepOf(kind, wanted, { stored, by });
      if (isDone) {
        if (await isChangeDone(subject, request.idempotencyKey)) return 'done';
        throw new ConflictError(says);
      }
      if (!stored.period) throw new NotFoundError(noSuchTerm);
      if (isFull) throw new ConflictError(isFull);
      const [field, after] = kind.startsWith('term')
        ? (['closed', kind === 'term closed' ? { why: 'office' } : null] as const)
        : (['attendance', kind === 'attendance closed' ? 'closed' : 'open'] as const);
      const people = kind === 'term closed' ? await keepPeopleOfTermActions(wanted) : [];
      return commit({
        by: { caller, request },
        changes: [...actions(), ...people, beside],
        trail: { subject, changes: [{ field, before, after }] },
      });
    },
    what: 'the terms',
  });
}

/**
 * The step from a term as it was read: whether it is done already, the message for that, the state before, and the
 * writes.
 */
function stepOf(kind: Kind, wanted: Term, { stored, by }: { stored: StoredClosing; by: By }) {
  const title = termTitle(wanted);
  if (kind === 'term closed' || kind === 'term opened') {
    const found = findTermClosure(stored.register, wanted);
    const isToClose = kind === 'term closed';
    return {
      isDone: isToClose === (found !== null),
      says: `${title} ${found ? describeTermClosure(found) : 'is open already'}.`,
      before: found,
      isFull: !isToClose && isOpenTermLimitReached(stored, wanted) && termRefusals.sixTermsOpen,
      actions: () => (isToClose ? closeTermActions(wanted, 'office', by, stored) : openTermActions(wanted, by, stored)),
    };
  }
  const term = { ...wanted, dateEnd: stored.period?.dateEnd ?? null };
  const found = attendanceClosureOf(stored.register, term, by.request.now);
  const isToClose = kind === 'attendance closed';
  const isOver = attendanceClosureOf(undefined, term, by.request.now) !== null;
  return {
    isDone: isToClose === (found !== null),
    says: `Attendance of ${title} ${found ? describeAttendanceClosure(found) : 'is open already'}.`,
    before: found ? 'closed' : 'open',
    isFull: isOver && !isToClose && isReopenedAttendanceLimitReached(stored) && termRefusals.sixAttendancesOpen,
    actions: () =>
      isToClose ? closeAttendanceActions(wanted, by, stored) : openAttendanceActions(wanted, { ...by, isOver }, stored),
  };
}

export const closeTerm = callHandler(termsContract.closeTerm, {
  handle: (context) => closeOrOpenTerm('term closed', context),
});

export const openTerm = callHandler(termsContract.openTerm, {
  handle: (context) => closeOrOpenTerm('term opened', context),
});

export const closeAttendance = callHandler(termsContract.closeAttendance, {
  handle: (context) => closeOrOpenTerm('attendance closed', context),
});

export const openAttendance = callHandler(termsContract.openAttendance, {
  handle: (context) => closeOrOpenTerm('attendance opened', context),
});
