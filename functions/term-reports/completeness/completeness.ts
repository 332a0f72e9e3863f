import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { periodKey } from '../../school/records/periods.ts';
import { countCompletenessOfClasses, listClassesOnCallersBoard } from './count-completeness.ts';

export const readCompleteness = callHandler(termReportsContract.readCompleteness, {
  prefetch: ({ year, term }) => ({ period: periodKey(year, term) }),
  handle: async ({ input, caller, found: { period } }) => ({
    due: period?.dateEnd ?? null,
    ...(await countCompletenessOfClasses({ ...input, classes: await listClassesOnCallersBoard(input, caller) })),
  }),
});
