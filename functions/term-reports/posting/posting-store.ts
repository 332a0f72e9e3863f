import { createWriteTransaction, type EntityItem } from 'electrodb';
import {
  type Attempt,
  AuditRow,
  type Author,
  auditRow,
  type Outcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { entity, point, readPoints, termAttribute } from '../../platform/table/table.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';

/** Whether a term's reports are posted, and which of its frozen copies are the posted ones. */
export const Posting = entity({
  model: { entity: 'posting', version: '1', service: 'formroom' },
  attributes: {
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    isPosted: { type: 'boolean', required: true },
    /** Which posting of the term it is or was last: 1, and one more each time. Copies are named by it. */
    version: { type: 'number', required: true },
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

/**
 * What a parent saw of one student's term: the whole card as text, made once and never changed (ADR 0018). The functions'
 * IAM policy denies changing or deleting it.
 */
export const PostedReport = entity({
  model: { entity: 'posted-report', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    /** Of the posting. */
    version: { type: 'number', required: true },
    /** The class of that term. */
    classId: { type: 'string', required: true },
    postedAt: { type: 'string', required: true },
    /** How `content` is to be read; 1: JSON of `{ school, card }`. */
    format: { type: 'number', required: true },
    content: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['studentId'], template: 'posted#${studentId}', casing: 'none' },
      sk: {
        field: 'sk',
        composite: ['year', 'term', 'version'],
        template: '${year}#${term}#${version}',
        casing: 'none',
      },
    },
    ofClass: {
      index: 'gsi2',
      pk: {
        field: 'gsi2pk',
        composite: ['year', 'term', 'version', 'classId'],
        template: 'posted#${year}#${term}#${version}#${classId}',
        casing: 'none',
      },
      sk: { field: 'gsi2sk', composite: ['studentId'], template: '${studentId}', casing: 'none' },
    },
  },
});

export type PostingItem = EntityItem<typeof Posting>;

export interface Term {
  year: number;
  term: 1 | 2 | 3;
}

/** A card as it was posted, with the school as it was then. */
export interface FrozenCard {
  school: SchoolHead;
  card: ReportCard;
  postedAt: Date;
}

export const postingPoint = (period: Term) => point(Posting, period);

/** The posting of a term; undefined where it was never posted. */
export async function readPosting(period: Term): Promise<PostingItem | undefined> {
  return (await readPoints({ posting: postingPoint(period) })).posting;
}

/** Every term that was ever posted. One query. */
export async function allPostings(): Promise<PostingItem[]> {
  const { data } = await Posting.query.record({}).go({ pages: 'all', consistent: true });
  return data;
}

const entities = { Posting, PostedReport, AuditRow };

/** Names a term's posting in the audit trail. */
export const postingSubject = ({ year, term }: Term): string => `posting#${year}#${term}`;

interface Writing {
  caller: Author;
  request: Attempt;
}

/** The school's head alone: what else the school file holds is no part of a card. */
const headOf = ({ name, motto, address, telephone, email, timeZone }: SchoolHead): SchoolHead => ({
  name,
  motto,
  address,
  telephone,
  email,
  timeZone,
});

/**
 * Freezes cards, up to 98, with their audit row in one transaction: each on the condition that this posting has no copy of it yet.
 * `already done`: this batch was written before.
 */
export function freezeCards(
  posting: Term & { version: number; postedAt: string },
  { school, cards }: { school: SchoolHead; cards: readonly ReportCard[] },
  { caller, request }: Writing,
): Promise<Outcome> {
  const head = headOf(school);
  const row = auditRow({
    subject: postingSubject(posting),
    changes: [{ field: `frozen ${posting.version}`, before: null, after: cards.map(({ student }) => student.id) }],
    caller,
    request,
  });
  return writeAudited(
    createWriteTransaction(entities, (tables) => [
      ...cards.map((card) =>
        tables.PostedReport.create({
          ...posting,
          studentId: card.student.id,
          classId: card.student.classId,
          format: 1,
          content: JSON.stringify({ school: head, card }),
        }).commit(),
      ),
      tables.AuditRow.create(row).commit(),
    ]),
  );
}

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
      tables.Posting.put(posting)
        .where(({ version, isPosted }, { eq, notExists }) =>
          before ? `${eq(version, before.version)} AND ${eq(isPosted, before.isPosted)}` : notExists(version),
        )
        .commit(),
      tables.AuditRow.create(row).commit(),
    ]),
  );
}

/** The posted cards of a class, by student. One query; none while nothing is posted. */
export async function frozenCardsOfClass(
  posting: PostingItem | undefined,
  classId: string,
): Promise<Map<string, FrozenCard>> {
  if (!posting?.isPosted) return new Map();
  const { year, term, version } = posting;
  const { data } = await PostedReport.query.ofClass({ year, term, version, classId }).go({ pages: 'all' });
  return new Map(data.map((report) => [report.studentId, thaw(report)]));
}

/** The posted cards of single students, by student. One request for each hundred. */
export async function frozenCardsOf(
  posting: PostingItem | undefined,
  studentIds: readonly string[],
): Promise<Map<string, FrozenCard>> {
  const found = new Map<string, FrozenCard>();
  if (!posting?.isPosted) return found;
  const { year, term, version } = posting;
  for (let first = 0; first < studentIds.length; first += 100) {
    const points = studentIds
      .slice(first, first + 100)
      .map((studentId) => point(PostedReport, { studentId, year, term, version }));
    const { reports } = await readPoints({ reports: points });
    for (const report of reports) found.set(report.studentId, thaw(report));
  }
  return found;
}

function thaw({ format, content, postedAt }: EntityItem<typeof PostedReport>): FrozenCard {
  if (format !== 1) throw new Error(`A posted report of format ${format}`);
  return { ...(JSON.parse(content) as Omit<FrozenCard, 'postedAt'>), postedAt: new Date(postedAt) };
}
