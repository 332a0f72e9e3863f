import { termReportsContract } from '#shared/term-reports/contract.ts';
import { call } from '../../api/call.ts';

/** The call that undoes an act of this screen; null for none. */
export const undoCall = (undo: string | null) =>
  undo === null ? null : () => call(termReportsContract.undoChange, { undo });
