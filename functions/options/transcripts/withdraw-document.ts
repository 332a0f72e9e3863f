import type { Input } from '#shared/http/contract.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import type { Action } from '../../platform/table/action.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { present } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { studentAuditSubject } from '../../students/records/store.ts';
import { toDocumentRow } from './document-row.ts';
import {
  DocumentNumberEntity,
  type DocumentNumberItem,
  documentNumberKey,
  listDocumentsOfYear,
} from './records/issued-documents.ts';
import { answersForDocuments } from './sign-numbered.ts';

type State = Input<typeof transcriptsContract.withdrawDocument>;

/**
 * Decided again where somebody else has changed this document, or withdrawn another one of its year: their state is in
 * one list.
 */
export const withdrawDocument = callHandler(transcriptsContract.withdrawDocument, {
  prefetch: ({ number }) => ({ issued: documentNumberKey(number) }),
  handle: async ({ input, found, caller, request }) =>
    retryRefused({
      first: requireDocument(found.issued),
      read: async () => {
        const { issuedIn, order } = requireDocument(found.issued);
        return requireDocument(await DocumentNumberEntity.get({ issuedIn, order }));
      },
      attempt: (issued) => changeState(issued, input, { caller, request }),
      what: 'this document',
    }),
});

function requireDocument(issued: DocumentNumberItem | undefined): DocumentNumberItem {
  if (!issued) throw new NotFoundError(transcriptWordings.noSuchDocument);
  return issued;
}

async function changeState(issued: DocumentNumberItem, { withdrawn: isWithdrawn, reason }: State, by: Authorship) {
  if ((issued.withdrawnAt !== undefined) === isWithdrawn) return toDocumentRow(issued);
  const { issuedIn, order, number, studentId, kind } = issued;
  const { now } = by.request;
  const withdrawn = isWithdrawn
    ? { withdrawnAt: now.toISOString(), withdrawnBy: by.caller.name, reason: reason ?? '' }
    : { withdrawnAt: undefined };
  const outcome = await commit({
    by,
    changes: [
      DocumentNumberEntity.update(
        { issuedIn, order },
        isWithdrawn
          ? { set: withdrawn, where: { withdrawnAt: null } }
          : { remove: ['withdrawnAt', 'withdrawnBy', 'reason'], where: { withdrawnAt: present } },
      ),
      ...(await statusChanges({ ...issued, ...withdrawn }, now)),
    ],
    trail: {
      subject: studentAuditSubject(studentId),
      changes: [
        {
          field: `${documentTitles[kind]} ${number}`,
          before: isWithdrawn ? 'valid' : 'withdrawn',
          after: isWithdrawn ? 'withdrawn' : 'valid',
        },
        ...(isWithdrawn ? [{ field: 'reason', before: null, after: reason }] : []),
      ],
    },
  });
  return isRefused(outcome) ? outcome : toDocumentRow({ ...issued, ...withdrawn });
}

/** The list in which others look up whether a signed document is still good. A query, and the signer's requests. */
async function statusChanges(changed: DocumentNumberItem, now: Date): Promise<Action[]> {
  const { issuedIn, number, statusIndex } = changed;
  if (statusIndex === undefined || !answersForDocuments()) return [];
  const { listChanges } = await import('../signed-cards/proofs/sign-documents.ts');
  const readYear = async () =>
    (await listDocumentsOfYear(issuedIn)).map((one) => (one.number === number ? changed : one));
  return listChanges(issuedIn, readYear, now);
}
