import type { OwnPartitions } from '../../http/contract.ts';

/** The partitions of what proves cards, as IAM policies write them (ADR 0034). */
export const cardPartitions = {
  /** What everybody may know of cards: public keys and signed status lists (rule 57). */
  public: ['card-keys', 'card-status-lists'],
  /** The copies of cards by their code: of a copy no more than what its QR code says. */
  byCode: { partitions: ['card-code#*'], attributes: ['signed'] },
} as const;

/** Of a school whose key is not in KMS. */
const secretKeys = ['card-key#*'];

/** Of rows that sign cards and status lists: the keys, the lists, and where cards are in them. */
export const signing: OwnPartitions = { writes: [...cardPartitions.public, 'card-places#*'], makesKeys: secretKeys };

/** Of rows that sign what the files of cards are, with the key that there is. */
export const signingFiles: OwnPartitions = { reads: ['card-keys'], readsKeys: secretKeys };
