import { createHash } from 'node:crypto';
import { cardFileCredential } from '#shared/verification/card-file.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import { entity } from '../../../platform/table/entity.ts';
import { createCardSigner } from '../../../verification/records/card-keys.ts';
import type { CardAtAddress } from './sign-cards.ts';

/**
 * A file of a posted card that the school has handed out (rule 57): the signed SHA-256 of its bytes. Written once, before the file is kept; a card
 * whose file was lost and printed again by a later program has two.
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

/**
 * Signs what the bytes of a card's file are, once they are printed: the file names the card by its code, and the record names the file. Two requests
 * for the key and one that writes. False where the school has no key now: the file is then none that the school answers for.
 */
export async function recordIssuedFile(
  bytes: Uint8Array,
  { studentId, signed: { code, address } }: { studentId: string; signed: CardAtAddress },
  now: Date,
): Promise<boolean> {
  const signer = await createCardSigner(now, { makesKey: false });
  if (signer?.address !== address) return false;
  const hash = createHash('sha256').update(bytes).digest();
  const credential = await signer.sign(cardFileCredential({ address, code, hash, at: now }));
  const sha256 = hash.toString('hex');
  await executeActionIf(IssuedFileEntity.create({ studentId, code, sha256, signed: JSON.stringify(credential) }));
  return true;
}

/** The signed credentials of a card's files, as JSON. One query. */
export async function listIssuedFiles(code: string): Promise<string[]> {
  const files = await IssuedFileEntity.queryBy('ofCode', { code }, { only: ['signed'] });
  return files.map(({ signed }) => signed);
}
