import { createHash } from 'node:crypto';
import { cardFileCredential } from '#shared/options/signed-cards/card-file.ts';
import { executeActionIf } from '../../../platform/table/action.ts';
import type { CardProofs } from '../../../term-reports/report-cards/card-proofs.ts';
import { IssuedFileEntity } from '../records/issued-files.ts';
import { createCardSigner } from './card-signer.ts';

/**
 * Signs what the bytes of a card's file are, once they are printed: the file names the card by its code, and the record
 * names the file. Two requests for the key and one that writes. False where the school has no key now: the file is then
 * none that the school answers for.
 */
export const answerForFile: CardProofs['answerFor'] = async (
  bytes,
  { studentId, proof: { code, signedFor: address } },
  now,
) => {
  const signer = await createCardSigner(now, { makesKey: false });
  if (signer?.address !== address) return false;
  const hash = createHash('sha256').update(bytes).digest();
  const credential = await signer.sign(cardFileCredential({ address, code, hash, at: now }));
  const sha256 = hash.toString('hex');
  await executeActionIf(IssuedFileEntity.create({ studentId, code, sha256, signed: JSON.stringify(credential) }));
  return true;
};
