import type { Action } from '../action.ts';
import { type AuditFieldChange, AuditRowEntity, type Authorship, auditRow, sheetAttributes } from '../audit.ts';
import { type Act, type ActOutcome, carryOutAct, hasRoomForAct } from './carry-out-act.ts';

/** An audit row, as far as the act says it. */
export interface TrailEntry {
  /** What was changed, for example `student#2025001#2026#1#MATH`. */
  subject: string;
  changes: readonly AuditFieldChange[];
  /** The sheet whose cells were changed, for its history. */
  sheet?: string | undefined;
}

/** The records in which an act is kept for its undo, made of what it writes (`undoableActions`). */
export type Keeping = (act: { changes: readonly Action[]; by: Authorship }) => readonly Action[];

/** A change by somebody, under the idempotency key of a request or a batch. */
export interface AuditedAct extends Omit<Act, 'stamp'> {
  by: Authorship;
  /** Of several rows each has another subject. */
  trail: TrailEntry | readonly TrailEntry[];
  /** The record of a batch, which proves beside the rows that it was done. */
  proof?: Action | undefined;
  /** That it can be undone. */
  undo?: Keeping | undefined;
  /**
   * Its kind in the office log, where that does not follow from the subject; null where one line of the act represents
   * many rows.
   */
  logKind?: string | null | undefined;
}

/**
 * Carries out an act whose stamps are its audit rows (`carryOutAct`). `done`: a row of these subjects exists under the
 * idempotency key.
 * @throws what {@link carryOutAct} throws
 */
export const commit = (act: AuditedAct): Promise<ActOutcome> => carryOutAct(toAct(act));

/** Whether the act fits into one transaction: 100 actions and 4 MB. No request. */
export const hasRoom = (act: AuditedAct): boolean => hasRoomForAct(toAct(act));

function toAct({ by, trail, proof, undo, logKind, ...act }: AuditedAct): Act {
  const rows = [trail].flat().map(({ sheet, ...entry }: TrailEntry) => {
    const row = auditRow({ ...entry, by, ...(logKind === undefined ? {} : { logKind }) });
    return AuditRowEntity.create({
      ...row,
      ...(sheet === undefined ? {} : sheetAttributes(row, sheet)),
      ...(by.restoredTo === undefined ? {} : { restoredTo: by.restoredTo }),
    });
  });
  const changes = [...act.changes, ...(undo?.({ changes: act.changes, by }) ?? [])];
  return { ...act, changes, stamp: [...rows, ...(proof ? [proof] : [])] };
}
