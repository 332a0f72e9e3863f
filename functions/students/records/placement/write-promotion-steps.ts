import type { JobRemark } from '../../../platform/jobs/store.ts';
import { carryOutAct, groupIntoActs } from '../../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { actOfPromotionSteps, type PromotionStep } from './promoted-student.ts';

/**
 * Writes the steps that `judge` returns for the rows, as many students in a transaction as fit. Where one of them was
 * changed meanwhile, the rest is judged again and written one student a transaction. `judge` must return no step for a
 * student whose step was written.
 */
export async function writePromotionSteps(
  rows: readonly string[],
  judge: (rows: readonly string[]) => Promise<{ steps: PromotionStep[]; remarks: JobRemark[] }>,
): Promise<{ remarks: JobRemark[] }> {
  let isOneByOne = false;
  const said: JobRemark[] = [];
  return retryRefused({
    read: () => judge(rows),
    attempt: async ({ steps, remarks }) => {
      let isRefused = false;
      const actOf = (some: readonly PromotionStep[]) => actOfPromotionSteps(some, { now: new Date() });
      for (const together of isOneByOne ? steps.map((step) => [step]) : groupIntoActs(steps, actOf)) {
        const isWritten = (await carryOutAct(actOf(together))) === 'written';
        if (isWritten) said.push(...together.flatMap((step) => step.remarks ?? []));
        else isRefused = true;
      }
      isOneByOne = true;
      return isRefused ? 'refused' : { remarks: [...remarks, ...said] };
    },
    what: 'these students',
  });
}
