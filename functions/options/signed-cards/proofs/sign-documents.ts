import { statusListCredential } from '#shared/options/signed-cards/card-credential.ts';
import {
  documentCredential,
  documentListName,
  type SignedDocument,
  signedDocumentCredential,
} from '#shared/options/signed-cards/document-credential.ts';
import { parseSignature } from '#shared/options/signed-cards/signed-card.ts';
import { encodeBits, toStatusBits } from '#shared/options/signed-cards/status-list.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { Action } from '../../../platform/table/action.ts';
import { addressOfSite } from '../../../school/records/school.ts';
import { CardStatusListEntity } from '../records/card-status-lists.ts';
import type { SignedDocumentItem } from '../records/signed-documents.ts';
import { drawFreeStatusIndexes, newCardCode } from './card-codes.ts';
import { createCardSigner } from './card-signer.ts';
import { isSigning } from './settings.ts';
import { signaturesAtOnce } from './sign-cards.ts';

/** What is known of a document before it is signed. */
export type DocumentToSign = Omit<SignedDocument, 'key' | 'code' | 'statusIndex' | 'signedAt' | 'signature'> & {
  studentId: string;
};

/** A document of a year as its status list knows it. */
export interface PlacedDocument {
  statusIndex?: number | undefined;
  withdrawnAt?: string | undefined;
}

/** Whether documents that are issued now are signed. */
export const signsDocuments = (): boolean => addressOfSite() !== null && isSigning();

/**
 * Signs documents under the numbers that they are going to have: what is stored of each with its place in the status
 * list, in their order, and a change for the same transaction where the year has no list yet. Null for a school
 * without an address of its own, and for one that signs no more. Two requests, and the signer's.
 * @param ofYear every document that was issued in the year
 */
export async function signDocuments(
  documents: readonly DocumentToSign[],
  { issuedIn, ofYear, now }: { issuedIn: number; ofYear: readonly PlacedDocument[]; now: Date },
): Promise<{ signed: { item: SignedDocumentItem; statusIndex: number }[]; changes: Action[] } | null> {
  const signer = signsDocuments() ? await createCardSigner(now) : null;
  if (!signer) return null;
  const used = new Set(ofYear.flatMap(({ statusIndex }) => statusIndex ?? []));
  const free = drawFreeStatusIndexes(documents.length, used);
  const { key, address } = signer;
  const signed = await inParallel([...documents.entries()], {
    atOnce: signaturesAtOnce,
    does: async ([at, { studentId, ...facts }]) => {
      const statusIndex = free[at] ?? 0;
      const signedAt = Math.floor(now.getTime() / 1000);
      const document = { ...facts, key, code: newCardCode(), statusIndex, signedAt };
      const { proof } = await signer.signCard(documentCredential(document, address));
      const whole = signedDocumentCredential({ ...document, signature: parseSignature(proof.proofValue) }, address);
      const { code, number } = document;
      return {
        item: { studentId, number, code, signed: JSON.stringify(whole), signedFor: address },
        statusIndex,
      };
    },
  });
  return { signed, changes: used.size === 0 ? await listChanges(issuedIn, async () => ofYear, now) : [] };
}

/**
 * Writes the status list of a year's documents, on the condition that it is as it was read: for the transaction that
 * withdraws one or makes it valid again. None where no document of the year was signed. A school that signs no more
 * goes on with the lists of what it has signed.
 * @param readYear reads every document of the year: after the list, so that a list which somebody else writes in
 *   between refuses this one
 */
export async function listChanges(
  issuedIn: number,
  readYear: () => Promise<readonly PlacedDocument[]>,
  now: Date,
): Promise<Action[]> {
  const name = documentListName(issuedIn);
  const [signer, stored] = await Promise.all([createCardSigner(now), CardStatusListEntity.get({ name })]);
  if (!signer) return [];
  const withdrawn = (await readYear()).flatMap(({ statusIndex, withdrawnAt }) =>
    statusIndex === undefined || withdrawnAt === undefined ? [] : [statusIndex],
  );
  const encodedList = await encodeBits(toStatusBits(withdrawn));
  const list = statusListCredential({ address: signer.address, name, purpose: 'suspension', encodedList, at: now });
  const content = JSON.stringify(await signer.sign(list));
  return [
    stored
      ? CardStatusListEntity.put({ name, content }, { content: stored.content })
      : CardStatusListEntity.create({ name, content }),
  ];
}
