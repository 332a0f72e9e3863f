import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { currentWork } from '../correlation.ts';
import { type Action, createCopyUpdateMaker, executeAction } from './action.ts';
import { retryTransient } from './client/retry-policy.ts';
import { cancellationCodes } from './client/transient-errors.ts';
import { entity } from './entity.ts';
import { pendingKeyRecord } from './keyed-request.ts';
import { officeLogAttributes } from './office-log.ts';
import { documentClient, tableNames } from './table.ts';
import { movesOfVersions } from './terms/class-records-version.ts';
import { openTermCheck } from './terms/open-terms.ts';
import type { Term } from './terms/term-locks.ts';

/**
 * Who changed what, when, from what to what (rule 11). Rows are only added, in a table where the functions have no other right (ADR 0034). A row
 * is written in the transaction of its change, under the caller's idempotency key and only if that key is new; so the trail also proves that a
 * repeated request was already done (rule 10).
 */
export interface AuditItem {
  /** What was changed, for example `student#2025001#2026#1#MATH`. */
  subject: string;
  idempotencyKey: string;
  at: string;
  accountId: string;
  name: string;
  /** The id of the request, or of the one that began the job, where the idempotency key does not contain it. */
  correlationId?: string | undefined;
  /** The sheet whose cells were changed, for its history. */
  sheet?: string | undefined;
  /** Time and subject of the change: the order in which a sheet's changes are read. */
  sheetOrder?: string | undefined;
  /** The moment, UTC, whose values this change restored. */
  restoredTo?: string | undefined;
  /** Its place in the office log, if it is listed there (`officeLogAttributes`, ADR 0016). */
  logKind?: string | undefined;
  logMonth?: string | undefined;
  logOrder?: string | undefined;
  changes: { field: string; before?: unknown; after?: unknown }[];
}

export const AuditRowEntity = entity<AuditItem>()({
  name: 'audit',
  table: tableNames.trail,
  pk: 'audit#${subject}',
  sk: '${idempotencyKey}',
  indexes: {
    ofSheet: { index: 'gsi1', pk: 'changes#${sheet}', sk: '${sheetOrder}' },
    log: { index: 'gsi2', pk: 'log#${logMonth}', sk: '${logOrder}' },
  },
});

/** The account in whose name something is written: the caller, or the account that began a job. */
export interface Author {
  accountId: string;
  /** "First Last". */
  name: string;
}

/** One attempt at a write, of a request or a batch of a job: repeated under the same key, it changes nothing twice (rule 10). */
export interface WriteAttempt {
  now: Date;
  idempotencyKey: string;
}

export interface AuditFieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The audit row of one change, ready to be created. */
export function auditRow({
  subject,
  changes,
  caller,
  request,
  logKind,
}: {
  subject: string;
  changes: readonly AuditFieldChange[];
  caller: Author;
  request: WriteAttempt;
  /** Its kind in the office log, where that does not follow from the subject; null when one line of the act represents many rows. */
  logKind?: string | null;
}): AuditItem {
  const named = { subject, idempotencyKey: request.idempotencyKey, at: request.now.toISOString() };
  return {
    ...named,
    ...officeLogAttributes(named, logKind),
    accountId: caller.accountId,
    name: caller.name,
    ...unnamedCorrelation(request),
    changes: changes.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
  };
}

/** The site sends one UUID as id and as idempotency key of a request: a row that has it in its key keeps no second copy. */
function unnamedCorrelation({ idempotencyKey }: WriteAttempt): { correlationId?: string } {
  const id = currentWork()?.correlation_id;
  return id === undefined || idempotencyKey.includes(id) ? {} : { correlationId: id };
}

/** What makes a row one of a sheet's changes. */
export const sheetAttributes = (row: AuditItem, sheet: string) => ({
  sheet,
  sheetOrder: `${row.at}#${row.subject}`,
});

/** All changes of one subject, oldest first. */
export async function listAuditTrail(subject: string) {
  return (await AuditRowEntity.query({ subject })).sort((a, b) => a.at.localeCompare(b.at));
}

/** Changes of a sheet's cells after a moment, oldest first. One query. */
export async function listChangesOfSheet(sheet: string, after: string) {
  // The next key after everything of that very millisecond.
  return AuditRowEntity.queryBy('ofSheet', { sheet }, { after: `${after}~` });
}

/** How an audited transaction ended: `refused` when a condition on the records did not hold. */
export type WriteOutcome = 'written' | 'already done' | 'refused';

interface Guarding {
  /** Terms whose marks, remarks or attendance it changes besides those in its keys. */
  terms?: readonly Term[];
  /** It moves records without changing them, of closed terms too. */
  evenClosed?: boolean;
}

/** Actions that DynamoDB takes in one transaction. After a full one the idempotency key is stored separately. */
const largestTransaction = 100;

/**
 * Carries out a transaction whose last action creates the audit row. `already done` means that the idempotency key was used before. Writes of a term
 * are conditional on the term being open (ADR 0091), and those of marks make what is kept of the class stale (ADR 0040). The first transaction of a
 * request also stores its idempotency key (rule 54).
 * @throws ClosedTermError
 * @throws KeyReusedError when another body was stored under the request's key meanwhile
 * @throws TableBusyError and TableAwayError (`retryTransient`)
 */
export async function writeAudited(
  actions: readonly Action[],
  { terms = [], evenClosed = false }: Guarding = {},
): Promise<WriteOutcome> {
  const guard = evenClosed ? undefined : openTermCheck(actions, terms);
  const { moves, moved } = movesOfVersions(actions);
  const follow = createCopyUpdateMaker(actions);
  const first = guard ? [guard.check] : [];
  let inside = moves;
  for (let attempts = 1; ; attempts += 1) {
    const following = (await follow?.()) ?? [];
    if (following === 'refused') return following;
    if (first.length + inside.length + actions.length + following.length > largestTransaction) {
      // A version that moves before its change is as good: nothing is kept of either for two minutes.
      for (const move of inside) await executeAction(move);
      inside = [];
    }
    const guarded = [...first, ...inside, ...actions];
    // Between the check of the term, which is first, and the audit row, which is last.
    const all = guarded.toSpliced(-1, 0, ...following);
    const key = all.length < largestTransaction ? pendingKeyRecord() : undefined;
    const codes = await carryOut(key ? all.toSpliced(-1, 0, key.action) : all);
    if (!codes) {
      key?.written();
      moved();
      return 'written';
    }
    if (key && codes.at(-2) === conditionFailed) {
      // Stored meanwhile: once more, without it.
      await key.found();
      continue;
    }
    if (codes.at(-1) === conditionFailed) return 'already done';
    if (guard && codes[0] === conditionFailed) throw await guard.refusal();
    // Somebody else's transaction was first in writing what follows: with that, once more.
    const isFollowing = (_: string, place: number) => place >= guarded.length - 1 && place < all.length - 1;
    if (attempts < mostAttempts && codes.every((code, place) => code !== conditionFailed || isFollowing(code, place)))
      continue;
    return 'refused';
  }
}

/** Each further attempt means that another transaction wrote the same copies in between. */
const mostAttempts = 10;

const conditionFailed = 'ConditionalCheckFailed';

/** Carries out actions that need no audit row in one transaction. False when a condition did not hold. */
export const executeTogetherIf = async (actions: Action[]): Promise<boolean> => (await carryOut(actions)) === null;

/** Null when all actions were carried out; the codes of the actions when a condition failed. */
async function carryOut(actions: Action[]): Promise<string[] | null> {
  // A repeated transaction whose answer was lost is known by its token. A cancelled one has stored nothing, and is a new one the next time.
  let token = randomUUID();
  try {
    await retryTransient(async () => {
      try {
        await documentClient.send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: token }));
      } catch (error) {
        if (cancellationCodes(error)) token = randomUUID();
        throw error;
      }
    });
    return null;
  } catch (error) {
    const codes = cancellationCodes(error);
    if (codes?.includes(conditionFailed)) return codes;
    if (codes) throw new Error(`A transaction was cancelled: ${codes.join(', ')}`, { cause: error });
    throw error;
  }
}

/** The key of a change's audit row, which exists once the change was carried out. */
export const auditKey = (subject: string, idempotencyKey: string) => AuditRowEntity.key({ subject, idempotencyKey });

/** True when a change of this subject under this idempotency key was carried out before. */
export async function isChangeDone(subject: string, idempotencyKey: string): Promise<boolean> {
  return (await AuditRowEntity.get({ subject, idempotencyKey })) !== undefined;
}
