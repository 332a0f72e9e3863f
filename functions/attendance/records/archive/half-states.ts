import { type Author, auditRow, createAudit, writeAudited } from '../../../platform/table/audit.ts';
import { type Action, directDelete, directTransaction, directUpdate } from '../../../platform/table/direct-write.ts';
import { isConditionFailure, readItems } from '../../../platform/table/table.ts';
import { archivedOfHalf } from './archived-attendance.ts';
import { ArchivedHalf, archivedHalfKey } from './archived-half.ts';

/** Who moves a half year, and the run that does. */
export interface Mover {
  caller: Author;
  run: string;
}

/** Closes a half year to writes, so that it can be archived. False where its records are coming back. */
export async function closeHalf(half: string, { caller }: Mover): Promise<boolean> {
  const row = { half, state: 'archiving' as const, by: caller.name, at: new Date().toISOString() };
  try {
    await ArchivedHalf.create(row).go();
    return true;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
  const { known } = await readItems({ known: archivedHalfKey(half) });
  return known?.state !== 'restoring';
}

/** Says that all of a half year is in the archive, and how much that is. */
export async function noteArchived(half: string, mover: Mover): Promise<void> {
  const students = (await archivedOfHalf(half)).filter(({ isWritten }) => isWritten);
  const records = students.reduce((sum, one) => sum + one.records, 0);
  const at = new Date().toISOString();
  await change(half, mover, {
    after: `${records} records archived`,
    action: directUpdate({
      key: archivedHalfKey(half).key,
      set: { state: 'archived', students: students.length, records, by: mover.caller.name, at },
      remove: [],
      expected: { state: 'archiving' },
    }),
  });
}

/** Opens an archived half year, so that its records can come back. False where it is not archived as a whole. */
export async function beginRestoring(half: string, { caller, at }: { caller: Author; at: string }): Promise<boolean> {
  try {
    await ArchivedHalf.patch({ half })
      .set({ state: 'restoring', by: caller.name, at })
      .where(({ state }, { ne }) => ne(state, 'archiving'))
      .go();
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Says that all of a half year is back: its days can be changed again. */
export const noteRestored = (half: string, mover: Mover): Promise<void> =>
  change(half, mover, {
    after: 'brought back',
    action: directDelete(archivedHalfKey(half).key, { state: 'restoring' }),
  });

/** Changes a half year's state, with its line in the trail; nothing where it is in another state by now. */
async function change(half: string, { caller, run }: Mover, { after, action }: { after: string; action: Action }) {
  const row = auditRow({
    subject: 'attendance-archive',
    changes: [{ field: half, before: null, after }],
    caller,
    request: { now: new Date(), idempotencyKey: `${run}-${half}` },
  });
  await writeAudited(directTransaction([action, createAudit(row)]));
}
