import type { JobRemark } from '../../../platform/jobs/store.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { actionsPerRoster } from '../rosters/class-roster.ts';
import { maxActionsOfStep, type PromotionStep, writeStepsInOneTransaction } from './promotion.ts';

/** Maximum actions of a transaction. */
const maxActions = 100;

/**
 * Writes the steps that `judge` returns for the rows, as many students in a transaction as fit. Where one of them was changed
 * meanwhile, the rest is judged again and written one student a transaction. `judge` must return no step for a student whose step
 * was written.
 */
export async function writePromotionSteps(
  rows: readonly string[],
  judge: (rows: readonly string[]) => Promise<{ steps: PromotionStep[]; remarks: JobRemark[] }>,
): Promise<{ remarks: JobRemark[] }> {
  let limit = maxActions;
  const said: JobRemark[] = [];
  return retryRefused({
    read: () => judge(rows),
    attempt: async ({ steps, remarks }) => {
      let isRefused = false;
      for (const together of groupIntoTransactions(steps, limit)) {
        const isWritten = (await writeStepsInOneTransaction(together, { now: new Date() })) === 'written';
        if (isWritten) said.push(...together.flatMap((step) => step.remarks ?? []));
        else isRefused = true;
      }
      limit = 1;
      return isRefused ? 'refused' : { remarks: [...remarks, ...said] };
    },
    what: 'these students',
  });
}

function groupIntoTransactions(steps: readonly PromotionStep[], limit: number): PromotionStep[][] {
  const transactions: PromotionStep[][] = [];
  let classes = new Set<string>();
  let actions = limit;
  for (const step of steps) {
    const ofStep = [step.before.student.classId, step.after.student.classId];
    const size = maxActionsOfStep(step);
    // Each class has its roster in the transaction.
    if (actions + size + actionsPerRoster * new Set([...classes, ...ofStep]).size > limit) {
      transactions.push([]);
      classes = new Set();
      actions = 0;
    }
    transactions.at(-1)?.push(step);
    for (const classId of ofStep) classes.add(classId);
    actions += size;
  }
  return transactions;
}
