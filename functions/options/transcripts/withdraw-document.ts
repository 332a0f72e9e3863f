import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { documentTitles } from '#shared/options/transcripts/kinds.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { present } from '../../platform/table/expression.ts';
import { studentAuditSubject } from '../../students/records/store.ts';
import { toDocumentRow } from './document-row.ts';
import { DocumentNumberEntity, documentNumberKey } from './records/issued-documents.ts';

export const withdrawDocument = callHandler(transcriptsContract.withdrawDocument, {
  prefetch: ({ number }) => ({ issued: documentNumberKey(number) }),
  handle: async ({ input: { withdrawn: isWithdrawn, reason }, found: { issued }, caller, request }) => {
    if (!issued) throw new NotFoundError(transcriptWordings.noSuchDocument);
    if ((issued.withdrawnAt !== undefined) === isWithdrawn) return toDocumentRow(issued);
    const { issuedIn, order, number, studentId, kind } = issued;
    const withdrawn = isWithdrawn
      ? { withdrawnAt: request.now.toISOString(), withdrawnBy: caller.name, reason: reason ?? '' }
      : {};
    const outcome = await commit({
      by: { caller, request },
      changes: [
        DocumentNumberEntity.update(
          { issuedIn, order },
          isWithdrawn
            ? { set: withdrawn, where: { withdrawnAt: null } }
            : { remove: ['withdrawnAt', 'withdrawnBy', 'reason'], where: { withdrawnAt: present } },
        ),
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
    if (isRefused(outcome)) throw new ConflictError(transcriptWordings.changedMeanwhile);
    return toDocumentRow({
      ...issued,
      withdrawnAt: undefined,
      ...withdrawn,
    });
  },
});
