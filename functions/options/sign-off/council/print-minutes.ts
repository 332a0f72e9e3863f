import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { renderMinutes } from './minutes.ts';
import { councilKeys, readCouncil } from './read-council.ts';

/** The minutes are not kept: they are made of what is stored at the moment of printing. */
export const printCouncilMinutes = callHandler(signOffContract.printCouncilMinutes, {
  prefetch: councilKeys,
  handle: async ({ input, caller, found, request: { now } }) =>
    renderMinutes({
      school: school(),
      council: await readCouncil(input, { caller, found }),
      printedAt: now,
    }),
});
