import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { renderMinutes } from './minutes.ts';
import { councilKeys, readCouncil } from './read-council.ts';

/**
 * Made of what is stored at the moment of printing. No copy is kept: marks, remarks, notes and what is said of the
 * meeting take no changes once the term is closed or posted, and names are those of the term (rule 74). Decisions can
 * be changed until the promotion; the plan's history has who decided what.
 */
export const printCouncilMinutes = callHandler(signOffContract.printCouncilMinutes, {
  prefetch: councilKeys,
  handle: async ({ input, caller, found, request: { now } }) =>
    renderMinutes({
      school: school(),
      council: await readCouncil(input, { caller, found }),
      printedAt: now,
    }),
});
