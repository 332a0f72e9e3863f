import type { EntityItem } from 'electrodb';
import { entity, termAttribute } from '../../../platform/table/table.ts';

/**
 * Whether a term's reports are posted, and which of its frozen copies are the posted ones: those of the whole posting, and over them
 * those that were made again since, of some students (ADR 0018).
 */
export const Posting = entity({
  model: { entity: 'posting', version: '1', service: 'formroom' },
  attributes: {
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    isPosted: { type: 'boolean', required: true },
    /** Which posting of the term it is or was last: 1, and one more each time. Copies are named by it. */
    version: { type: 'number', required: true },
    /** The numbers whose copies are posted, the whole posting first. Absent: `version` alone. */
    editions: { type: 'list', items: { type: 'number' } },
    /** ISO 8601; of the last posting. */
    postedAt: { type: 'string', required: true },
    postedBy: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'postings', casing: 'none' },
      sk: { field: 'sk', composite: ['year', 'term'], template: 'posting#${year}#${term}', casing: 'none' },
    },
  },
});

export type PostingItem = EntityItem<typeof Posting>;

/** The numbers whose copies are posted, the whole posting first; of a student's copies the one with the last of them counts. */
export const editionsOf = ({ editions, version }: PostingItem): number[] => editions ?? [version];
