import { termReportsContract } from '#shared/term-reports/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type UndoableReportChange, undoableTermReportActs } from './undoable-changes.ts';

export const listUndoableReportChanges = callHandler(termReportsContract.listUndoableReportChanges, {
  handle: ({ input: { year, term }, request: { now } }) =>
    undoableTermReportActs.list({
      now,
      ...(year === undefined || term === undefined ? {} : { isWanted: (change) => isOfTerm(change, { year, term }) }),
    }),
});

/** A change of class belongs to no term: it is listed with every term. */
function isOfTerm(change: UndoableReportChange, { year, term }: { year: number; term: number }): boolean {
  const of = termOf(change);
  return of === null || (of.year === year && of.term === term);
}

function termOf({ kind, details }: UndoableReportChange): { year: number; term: number } | null {
  switch (kind) {
    case 'subject record deleted':
      return details.key;
    case 'term report deleted':
      return details;
    case 'setting changed':
      return details;
    case 'class changed':
      return null;
  }
}
