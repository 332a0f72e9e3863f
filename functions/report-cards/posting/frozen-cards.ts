import { createWriteTransaction, type EntityItem } from 'electrodb';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../platform/table/audit.ts';
import { entity, itemKey, readMany, termAttribute } from '../../platform/table/table.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import { type PostingItem, postingSubject, type Term, type Writing } from './posting.ts';

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

/** A card as it was posted, with the school as it was then. */
export interface FrozenCard {
  school: SchoolHead;
  card: ReportCard;
  postedAt: Date;
}

const entities = { PostedReport, AuditRow };

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
  if (!posting?.isPosted) return new Map();
  const { year, term, version } = posting;
  const reports = await readMany(
    studentIds.map((studentId) => itemKey(PostedReport, { studentId, year, term, version })),
  );
  return new Map(reports.map((report) => [report.studentId, thaw(report)]));
}

/** How many posted reports a student has, of all terms. One query. */
export async function postedReportsOf(studentId: string): Promise<number> {
  const { data } = await PostedReport.query.record({ studentId }).go({ pages: 'all', attributes: ['version'] });
  return data.length;
}

function thaw({ format, content, postedAt }: EntityItem<typeof PostedReport>): FrozenCard {
  if (format !== 1) throw new Error(`A posted report of format ${format}`);
  return { ...(JSON.parse(content) as Omit<FrozenCard, 'postedAt'>), postedAt: new Date(postedAt) };
}
