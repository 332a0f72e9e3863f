import { createWriteTransaction, type EntityItem } from 'electrodb';
import {
  type Attempt,
  AuditRow,
  type Author,
  auditRow,
  auditTrail,
  type Outcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { entity, itemKey, readItems, stillAs, termAttribute } from '../../platform/table/table.ts';

/**
 * Whether a term's reports are posted, and which of its frozen copies are the posted ones: those of the whole posting, and over them
 * those that were made again since, of some students (ADR 0069).
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

/** The posting with one more edition of some students' copies. */
export const withEdition = (
  posting: PostingItem,
  { version, postedAt, postedBy }: Pick<PostingItem, 'version' | 'postedAt' | 'postedBy'>,
): PostingItem => ({ ...posting, version, postedAt, postedBy, editions: [...editionsOf(posting), version] });

export interface Term {
  year: number;
  term: 1 | 2 | 3;
}

export const postingKey = (period: Term) => itemKey(Posting, period);

/** The posting of a term; undefined where it was never posted. */
export async function readPosting(period: Term): Promise<PostingItem | undefined> {
  return (await readItems({ posting: postingKey(period) })).posting;
}

/** Every term that was ever posted. One query. */
export async function allPostings(): Promise<PostingItem[]> {
  const { data } = await Posting.query.record({}).go({ pages: 'all', consistent: true });
  return data;
}

/** Names a term's posting in the audit trail. */
export const postingSubject = ({ year, term }: Term): string => `posting#${year}#${term}`;

export interface Writing {
  caller: Author;
  request: Attempt;
}

const entities = { Posting, AuditRow };

/** Says that a term is posted, or no longer is. `refused`: it is not what it was `before` any more. */
export function writePosting(
  posting: PostingItem,
  { before, caller, request }: Writing & { before: PostingItem | undefined },
): Promise<Outcome> {
  const row = auditRow({
    subject: postingSubject(posting),
    changes: [{ field: 'posted', before, after: posting }],
    caller,
    request,
  });
  return writeAudited(
    createWriteTransaction(entities, (tables) => [
      tables.Posting.put(posting).where(asRead(before)).commit(),
      tables.AuditRow.create(row).commit(),
    ]),
  );
}

/** A condition: the posting is as it was read. */
export const asRead = (before: PostingItem | undefined) => stillAs(before, ['version', 'isPosted']);

/** Who last posted a term's reports or removed the posting, and when. One query. */
export async function lastPosting(period: Term): Promise<{ name: string; at: string } | undefined> {
  const trail = await auditTrail(postingSubject(period));
  return trail.findLast(({ changes }) => changes.some(({ field }) => field === 'posted'));
}
