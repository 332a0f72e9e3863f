import { entity } from '../../../platform/table/entity.ts';

/**
 * A file of a posted card that the school has handed out (rule 57): the signed SHA-256 of its bytes. Written once,
 * before the file is kept; a card whose file was lost and printed again by a later program has two.
 */
interface IssuedFileItem {
  studentId: string;
  /** The code that is printed in the file. */
  code: string;
  /** Of the bytes, in hexadecimal digits. */
  sha256: string;
  /** JSON of the credential that `cardFileCredential` describes. */
  signed: string;
}

export const IssuedFileEntity = entity<IssuedFileItem>()({
  name: 'issued-file',
  table: 'trail',
  pk: 'posted#${studentId}',
  sk: 'file#${code}#${sha256}',
  indexes: { ofCode: { index: 'gsi1', pk: 'card-code#${code}', sk: '${studentId}#${sha256}' } },
});

/** The signed credentials of a card's files, as JSON. One query. */
export async function listIssuedFiles(code: string): Promise<string[]> {
  const files = await IssuedFileEntity.queryBy('ofCode', { code }, { only: ['signed'] });
  return files.map(({ signed }) => signed);
}
