import type { DocumentNumberItem } from './records/issued-documents.ts';

/** A document as answers have it. */
export const toDocumentRow = ({
  number,
  kind,
  issuedAt,
  issuedBy,
  withdrawnAt,
  withdrawnBy,
  reason,
}: DocumentNumberItem) => ({
  number,
  kind,
  issued_at: issuedAt,
  issued_by: issuedBy,
  withdrawn: withdrawnAt === undefined ? null : { at: withdrawnAt, by: withdrawnBy ?? '', reason: reason ?? '' },
});
