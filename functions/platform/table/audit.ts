import { currentWork } from '../correlation.ts';
import { entity } from './entity.ts';
import { officeLogAttributes } from './office-log.ts';

/**
 * Who changed what, when, from what to what (rule 11). Rows are only added, in a table where the functions have no
 * other right (ADR 0034). A row is written in the transaction of its change, under the caller's idempotency key and
 * only if that key is new; so the trail also proves that a repeated request was already done (rule 10).
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
  table: 'trail',
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

/**
 * One attempt at a write, of a request or a batch of a job: repeated under the same key, it changes nothing twice (rule
 * 10).
 */
export interface WriteAttempt {
  now: Date;
  idempotencyKey: string;
}

/** Who changes something, in which attempt: the caller of a request, or the author of a job and one of its batches. */
export interface Authorship<C extends Author = Author, R extends WriteAttempt = WriteAttempt> {
  caller: C;
  request: R;
  /** The moment, UTC, whose values this change restores. */
  restoredTo?: string | undefined;
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
  by: { caller, request },
  logKind,
}: {
  subject: string;
  changes: readonly AuditFieldChange[];
  by: Authorship;
  /**
   * Its kind in the office log, where that does not follow from the subject; null when one line of the act represents
   * many rows.
   */
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

/**
 * The site sends one UUID as id and as idempotency key of a request: a row that has it in its key keeps no second copy.
 */
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

/** The key of a change's audit row, which exists once the change was carried out. */
export const auditKey = (subject: string, idempotencyKey: string) => AuditRowEntity.key({ subject, idempotencyKey });

/** True when a change of this subject under this idempotency key was carried out before. */
export async function isChangeDone(subject: string, idempotencyKey: string): Promise<boolean> {
  return (await AuditRowEntity.get({ subject, idempotencyKey })) !== undefined;
}
