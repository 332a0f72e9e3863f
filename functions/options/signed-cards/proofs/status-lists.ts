import {
  type StatusPurpose,
  statusListCredential,
  statusListName,
  statusPurposes,
} from '#shared/options/signed-cards/card-credential.ts';
import { encodeBits, toStatusBits } from '#shared/options/signed-cards/status-list.ts';
import type { CardProofs, PostedCopies } from '../../../term-reports/report-cards/card-proofs.ts';
import { listStudentsOfFrozenVersion } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { type CardPlacesItem, listCardPlaces, parseCardPlaces } from '../records/card-places.ts';
import { CardStatusListEntity } from '../records/card-status-lists.ts';
import { createCardSigner } from './card-signer.ts';
import { isSigning } from './settings.ts';

/**
 * Writes the status lists of a term as a posting leaves them: for the transaction that stores the posting, on its
 * condition. None where no card of the term was signed. A school that signs no more cards goes on with the lists of
 * those that it has signed: a copy without a place replaces one with a place as well.
 */
export const writeStatusListActions: CardProofs['posted'] = async (posting, { now, copies }) => {
  const listed = listCardPlaces(posting);
  const [stored, signer] = await Promise.all([
    listed,
    isSigning() || (await listed).length > 0 ? createCardSigner(now) : null,
  ]);
  const signed = [...stored, ...(copies?.proofs ? [copies.proofs.kept as CardPlacesItem] : [])];
  const places = signed.flatMap((item) => parseCardPlaces(item).map((card) => ({ ...card, version: item.version })));
  if (!signer || places.length === 0) return [];
  const isSigned = new Set(signed.map(({ version }) => version));
  const others = await Promise.all(
    posting.editions
      .filter((version) => !isSigned.has(version))
      .map(async (version) => {
        const ofCommit = copies?.version === version ? copies.studentIds : null;
        const students = ofCommit ?? (await listStudentsOfFrozenVersion(posting, version));
        return students.map((studentId) => ({ studentId, version, index: null }));
      }),
  );
  const indexes = withdrawnIndexes(posting, [...places, ...others.flat()]);
  return Promise.all(
    statusPurposes.map(async (purpose) => {
      const name = statusListName(posting, purpose);
      const encodedList = await encodeBits(toStatusBits(indexes[purpose]));
      const list = statusListCredential({ address: signer.address, name, purpose, encodedList, at: now });
      return CardStatusListEntity.put({ name, content: JSON.stringify(await signer.sign(list)) });
    }),
  );
};

/**
 * Which places in the lists are of cards that are withdrawn, and which of cards that a later edition has replaced. A
 * copy that has no place is null. Pure.
 */
export function withdrawnIndexes(
  { isPosted, editions }: Pick<PostedCopies, 'isPosted' | 'editions'>,
  places: readonly { studentId: string; index: number | null; version: number }[],
): Record<StatusPurpose, number[]> {
  const posted = new Set(isPosted ? editions : []);
  const current = new Map<string, number>();
  for (const { studentId, version } of places) {
    if (posted.has(version)) current.set(studentId, Math.max(version, current.get(studentId) ?? 0));
  }
  const withdrawn = places.flatMap(({ studentId, version, index }) =>
    index === null || current.get(studentId) === version ? [] : [{ studentId, index }],
  );
  return {
    suspension: withdrawn.map(({ index }) => index),
    refresh: withdrawn.filter(({ studentId }) => current.has(studentId)).map(({ index }) => index),
  };
}
