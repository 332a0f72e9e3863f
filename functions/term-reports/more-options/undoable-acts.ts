import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { termReportActs } from './undoable-changes.ts';

export const undoableActs = callHandler(termReportsContract.undoableActs, {
  handle: ({ request: { now } }) => termReportActs.list({ now }),
});
