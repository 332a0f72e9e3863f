import type { UndoableActions, UndoableChange } from '#functions/platform/undo/undoable-actions.ts';
import { executeActionOfTest } from '../support/school/records.ts';

/** Who is let in learns this of an act whose records or job are not there; who is not, 403 all the same. */
export interface KeptAct {
  title: string;
  outcome: number;
  input: { undo: string };
}

/** Keeps an act that somebody did. */
export async function keep<C extends UndoableChange>(
  path: string,
  outcome: number,
  acts: UndoableActions<C>,
  change: C,
): Promise<KeptAct> {
  const undo = `A1/kept-${path.replaceAll(/[^a-z]+/g, '-')}`;
  const request = { now: new Date(), idempotencyKey: undo };
  const caller = { accountId: 'A1', name: 'Ada Office' };
  await executeActionOfTest(acts.create({ change, what: 'Something', by: { caller, request } }));
  return { title: `POST /api/${path}`, outcome, input: { undo } };
}

export type Keep = typeof keep;
