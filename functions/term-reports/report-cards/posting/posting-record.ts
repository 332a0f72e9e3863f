import { entity } from '../../../platform/table/entity.ts';

/**
 * Whether a term's reports are posted, and which of its frozen copies are the posted ones: those of the whole posting, and over them
 * those that were made again since, of some students (ADR 0018).
 */
export interface PostingItem {
  year: number;
  term: 1 | 2 | 3;
  isPosted: boolean;
  /** Which posting of the term it is or was last: 1, and one more each time. Copies are named by it. */
  version: number;
  /** The numbers whose copies are posted, the whole posting first. Absent: `version` alone. */
  editions?: number[] | undefined;
  /** ISO 8601; of the last posting. */
  postedAt: string;
  postedBy: string;
}

export const Posting = entity<PostingItem>()({
  name: 'posting',
  pk: 'postings',
  sk: 'posting#${year}#${term}',
});

/** The numbers whose copies are posted, the whole posting first; of a student's copies the one with the last of them counts. */
export const editionsOf = ({ editions, version }: PostingItem): number[] => editions ?? [version];
