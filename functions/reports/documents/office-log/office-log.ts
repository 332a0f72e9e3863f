import { reportsContract } from '#shared/reports/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { namedLines, pageRows } from './read-page.ts';

/** Five requests at most, however long the log is: session, the lines (two at the end of a month), accounts, students. */
export const officeLog = callHandler(reportsContract.officeLog, {
  handle: async ({ input, caller }) => {
    const { rows, next } = await pageRows(input);
    return { ...(await namedLines(rows, caller)), next };
  },
});
