import { authRefusals } from '#shared/accounts/wordings.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { linkLimits, linkOfficeWordings } from '#shared/options/families/wordings.ts';
import { NotSignedInError, ThrottledError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { executeTogetherIf } from '../../../platform/table/acts/transaction.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { recordLinkRefused } from '../../../sessions/student-access.ts';
import {
  countWrongDate,
  findLinkPlace,
  linkRecordKeys,
  openLinkAction,
  openLinkAmong,
} from '../records/opened-links.ts';
import { countLinkAttempt, judgeLinkAttempt, linkAttemptsKey } from './link-attempts.ts';

/**
 * Opens the report of a link by the student's date of birth (rule 56). A right date is written on the condition that
 * link and network still have a try, and a wrong one is counted before it is answered: concurrent guesses cannot slip
 * past. An unknown link, a dead one and a wrong date have one answer. Three requests for a right date.
 */
export const openReportLink = callHandler(entranceContract.openReportLink, {
  handle: async ({ input: { link: token, date_of_birth }, request }) => {
    const { address, now } = request;
    const keys = { ...linkRecordKeys(await findLinkPlace(token)), network: linkAttemptsKey(address) };
    return retryRefused({
      read: () => readItems(keys),
      attempt: async ({ network, ...records }) => {
        const judged = admitted(await judgeLinkAttempt(network, { address, now }));
        const found = openLinkAmong(records, token, now);
        if (found && found.link.tries < judged.tries && found.student.dateOfBirth === date_of_birth) {
          const { opening, action } = openLinkAction(found.link, { tries: judged.tries, now });
          return (await executeTogetherIf([judged.check, action])) ? { opening } : 'refused';
        }
        // Made-up links, and those that take no more dates here, are no guesses: counted, they would close the network
        // for every family behind it.
        const isGuess = found !== undefined && found.link.tries < judged.tries;
        const { tries } = isGuess ? admitted(await countLinkAttempt(address, now)) : { tries: 0 };
        const isCounted = isGuess && (await countWrongDate(found.link, tries));
        const isLockedOut = isCounted && found.link.tries + 1 >= linkLimits.tries;
        await recordLinkRefused({ studentId: found?.link.studentId, isLockedOut }, request);
        throw new NotSignedInError(linkOfficeWordings.opensNothing);
      },
      what: 'this link',
    });
  },
});

/** @throws ThrottledError */
function admitted<T extends object>(judged: T): Exclude<T, { seconds: number }> {
  if ('seconds' in judged && typeof judged.seconds === 'number')
    throw new ThrottledError(authRefusals.waitSeconds(judged.seconds), judged.seconds);
  return judged as Exclude<T, { seconds: number }>;
}
