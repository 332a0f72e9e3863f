import { startYearOf, termTitle } from '#shared/terms/academic-year.ts';
import { closedWords } from '#shared/terms/closed-term.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { auditRow, createAudit, isChangeDone, writeAudited } from '../../platform/table/audit.ts';
import { type Action, directTransaction } from '../../platform/table/direct-write.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { closingOf, type TermName } from '../../platform/table/term-register.ts';
import { UndoableAction } from '../../platform/undo/undoable-actions.ts';
import { closing, isFull, opening, readClosing } from '../../reference/closed-terms.ts';
import { type TermAct, termActs } from '../../reference/period-removal.ts';
import { periodSubject } from '../../reference/periods.ts';

interface By {
  caller: Caller;
  request: RequestFacts;
}

type Kind = 'term closed' | 'term opened';

/** Closes or opens a term as it is asked for on the screen; the answer's `undo` names the act. */
export async function actOnTerm(
  kind: Kind,
  { input, caller, request }: By & { input: { academic_year_id: string; term: 1 | 2 | 3 } },
) {
  const wanted = { year: startYearOf(input.academic_year_id), term: input.term };
  const act = termActs.action({
    change: { kind, details: wanted },
    what: `${termTitle(wanted)} ${kind === 'term closed' ? 'closed' : 'opened again'}`,
    ...{ caller, request },
  });
  await setTerm(kind, wanted, { beside: { Put: UndoableAction.create(act).params() as never }, caller, request });
  return { ...input, undo: request.idempotencyKey };
}

/** Undoes an act by the other one. */
export const undoClosing = (
  { change: { kind, details } }: TermAct & { change: { kind: Kind; details: TermName } },
  { beside, ...by }: By & { beside: Action },
) => setTerm(kind === 'term closed' ? 'term opened' : 'term closed', details, { beside, ...by });

function setTerm(kind: Kind, wanted: TermName, { beside, caller, request }: By & { beside: Action }) {
  const subject = periodSubject(wanted);
  const isToClose = kind === 'term closed';
  return retryRefused({
    read: () => readClosing(wanted),
    attempt: async (stored) => {
      const found = closingOf(stored.register, wanted);
      if (isToClose === (found !== null)) {
        if (await isChangeDone(subject, request.idempotencyKey)) return 'already done';
        throw new ConflictError(`${termTitle(wanted)} ${found ? closedWords(found) : 'is open already'}.`);
      }
      if (!stored.period) throw new NotFoundError('This term is not on record.');
      if (!isToClose && isFull(stored, wanted)) {
        throw new ConflictError('Six terms of past years are open already. Please close one of them first.');
      }
      const row = auditRow({
        subject,
        changes: [{ field: 'closed', before: found, after: isToClose ? { why: 'office' } : null }],
        ...{ caller, request },
      });
      const by = { caller, request };
      const actions = isToClose ? closing(wanted, 'office', by, stored) : opening(wanted, by, stored);
      return writeAudited(directTransaction([...actions, beside, createAudit(row)]));
    },
    what: 'the terms',
  });
}
