import { entity } from '../../../platform/table/entity.ts';

/** A document that was issued under a number, as it was signed (rule 57). Written once, with the document. */
export interface SignedDocumentItem {
  studentId: string;
  number: string;
  /** Printed on it. */
  code: string;
  /** JSON of the credential that `signedDocumentCredential` describes. */
  signed: string;
  /** The school's address that it was signed for. */
  signedFor: string;
}

export const SignedDocumentEntity = entity<SignedDocumentItem>()({
  name: 'signed-document',
  table: 'trail',
  pk: 'posted#${studentId}',
  sk: 'document#${number}',
  indexes: { ofCode: { index: 'gsi1', pk: 'card-code#${code}', sk: '${studentId}#${number}' } },
});

/** The credential of the document with this code, as JSON; undefined where there is none. One query. */
export async function findDocumentByCode(code: string): Promise<string | undefined> {
  const [document] = await SignedDocumentEntity.queryBy('ofCode', { code }, { only: ['signed'] });
  return document?.signed;
}
