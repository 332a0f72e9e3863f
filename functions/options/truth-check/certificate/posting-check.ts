import { entity } from '../../../platform/table/entity.ts';
import type { Term } from '../../../school/records/term-locks.ts';

/**
 * What was checked of the copies of a transaction, written with them and never changed. It names nobody but who posted:
 * what was dismissed is in the dismissals, which go with their students.
 */
export interface PostingCheckItem extends Term {
  version: number;
  /** That of the whole posting; another one where copies were made again. */
  base: number;
  /** Tells the transactions of an edition apart. */
  part: string;
  classes: CheckedClass[];
  /** Dismissals that still were of what was there: `<finding>#<moment>`. */
  dismissed: string[];
  /** Display name of the person who posted, and when, UTC. */
  by: string;
  at: string;
}

export interface CheckedClass {
  classId: string;
  formLevel: number;
  /** Cards whose figures were computed again and read back off their pages. */
  reports: number;
  /** Figures of these cards. */
  figures: number;
  /** What looked improbable, was not dismissed and did not stop the posting. */
  improbable: number;
}

export const PostingCheckEntity = entity<PostingCheckItem>()({
  name: 'posting-check',
  table: 'trail',
  pk: 'posted#checks#${year}#${term}',
  sk: '${version}#${part}',
  open: 'what was checked of copies that are written in the same transaction',
});
