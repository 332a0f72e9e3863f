import { AuditRow, auditRow, auditTrail, type Outcome, writeAudited } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { readMany, tableNames } from '../../../platform/table/table.ts';
import type { ReportCard, SchoolHead } from '../report-card.ts';
import { digestOf } from './card-changes.ts';
import { editionsOf, type PostingItem, postingSubject, type Term, type Writing } from './postings.ts';

/**
 * What a parent saw of one student's term: the whole card as text, made once and never changed (ADR 0018), in the table of what is
 * written once.
 */
interface PostedReportItem {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  /** Which posting it was made for, and the number of the whole posting that this one belongs to: the same, but for copies made again. */
  version: number;
  base: number;
  /** Why this one report was issued again. */
  reason?: string | undefined;
  /** The class of that term. */
  classId: string;
  postedAt: string;
  /** How `content` is to be read; 1: JSON of `{ school, card }`. */
  format: number;
  content: string;
  /** `digestOf` the card, to see whether it has changed without reading it; absent in copies of before it was kept. */
  digest?: string | undefined;
}

export const PostedReport = entity<PostedReportItem>()({
  name: 'posted-report',
  table: tableNames.trail,
  pk: 'posted#${studentId}',
  sk: '${year}#${term}#${version}',
  indexes: {
    ofClass: { index: 'gsi2', pk: 'posted#${year}#${term}#${base}#${classId}', sk: '${studentId}#${version}' },
  },
});

/** A card as it was posted, with the school as it was then. */
export interface FrozenCard {
  school: SchoolHead;
  card: ReportCard;
  postedAt: Date;
  /** Why this report was issued again by itself; null where it was not. */
  reason: string | null;
}

/** Copies that are made together. */
export interface Edition extends Term {
  version: number;
  base: number;
  /** ISO 8601. */
  postedAt: string;
  reason?: string;
}

/** A copy as the table will hold it. */
export const toCopy = (
  { year, term, version, base, postedAt, reason }: Edition,
  { school, card }: { school: SchoolHead; card: ReportCard },
) => ({
  ...{ year, term, version, base, postedAt },
  ...(reason === undefined ? {} : { reason }),
  studentId: card.student.id,
  classId: card.student.classId,
  format: 1,
  content: JSON.stringify({ school: headOf(school), card }),
  digest: digestOf(card),
});

/** In the audit trail of a term's posting: whose copies were made under this number. */
export const frozenField = (version: number): string => `frozen ${version}`;

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
  posting: Edition,
  { school, cards }: { school: SchoolHead; cards: readonly ReportCard[] },
  { caller, request }: Writing,
): Promise<Outcome> {
  const row = auditRow({
    subject: postingSubject(posting),
    changes: [{ field: frozenField(posting.version), before: null, after: cards.map(({ student }) => student.id) }],
    caller,
    request,
  });
  return writeAudited([
    ...cards.map((card) => PostedReport.create(toCopy(posting, { school, card }))),
    AuditRow.create(row),
  ]);
}

/** Of which students copies were made under this number. One query. */
export async function studentsFrozenUnder(period: Term, version: number): Promise<string[]> {
  const trail = await auditTrail(postingSubject(period));
  return trail
    .flatMap(({ changes }) => changes)
    .flatMap(({ field, after }) => (field === frozenField(version) ? (after as string[]) : []));
}

/**
 * The highest number that copies of the term were ever made under, those of a run that was stopped included; 0 for none. They keep their
 * number: a later run makes its own. One query.
 */
export async function highestVersion(period: Term): Promise<number> {
  const trail = await auditTrail(postingSubject(period));
  const numbers = trail.flatMap(({ changes }) =>
    changes.map(({ field }) => Number(/^frozen (\d+)$/.exec(field)?.[1] ?? 0)),
  );
  return Math.max(0, ...numbers);
}

/** How many reports parents see. One query. */
export async function postedCount(posting: PostingItem): Promise<number> {
  const fields = new Set(editionsOf(posting).map(frozenField));
  const trail = await auditTrail(postingSubject(posting));
  const changes = trail.flatMap((row) => row.changes).filter(({ field }) => fields.has(field));
  return new Set(changes.flatMap(({ after }) => after as string[])).size;
}

/** The posted cards of a class, by student. One query; none while nothing is posted. */
export async function frozenCardsOfClass(
  posting: PostingItem | undefined,
  classId: string,
): Promise<Map<string, FrozenCard>> {
  if (!posting?.isPosted) return new Map();
  const { year, term } = posting;
  const base = editionsOf(posting)[0] ?? posting.version;
  const data = await PostedReport.queryBy('ofClass', { year, term, base, classId });
  return postedCards(posting, data);
}

/** The posted cards of single students, by student. One request for each hundred copies that they may have. */
export async function frozenCardsOf(
  posting: PostingItem | undefined,
  studentIds: readonly string[],
): Promise<Map<string, FrozenCard>> {
  if (!posting?.isPosted || studentIds.length === 0) return new Map();
  const { year, term } = posting;
  const keys = studentIds.flatMap((studentId) =>
    editionsOf(posting).map((version) => PostedReport.key({ studentId, year, term, version })),
  );
  return postedCards(posting, await readMany(keys));
}

/** The digests of a class's posted cards, by student; undefined of a copy without one. One query, which carries no card. */
export async function digestsOfClass(posting: PostingItem, classId: string): Promise<Map<string, string | undefined>> {
  const { year, term } = posting;
  const base = editionsOf(posting)[0] ?? posting.version;
  const data = await PostedReport.queryBy(
    'ofClass',
    { year, term, base, classId },
    { only: ['studentId', 'version', 'digest'] },
  );
  return new Map([...lastOf(posting, data)].map(([studentId, { digest }]) => [studentId, digest]));
}

const postedCards = (posting: PostingItem, copies: readonly PostedReportItem[]): Map<string, FrozenCard> =>
  new Map([...lastOf(posting, copies)].map(([studentId, copy]) => [studentId, parseCopy(copy)]));

/** Of each student the copy with the last number that is posted. */
function lastOf<C extends { studentId: string; version: number }>(
  posting: PostingItem,
  copies: readonly C[],
): Map<string, C> {
  const isPosted = new Set(editionsOf(posting));
  const inOrder = copies.filter(({ version }) => isPosted.has(version)).sort((a, b) => a.version - b.version);
  return new Map(inOrder.map((copy) => [copy.studentId, copy]));
}

/** How many posted reports a student has, of all terms. One query. */
export async function postedReportsOf(studentId: string): Promise<number> {
  const data = await PostedReport.query({ studentId }, { only: ['version'] });
  return data.length;
}

function parseCopy({ format, content, postedAt, reason }: PostedReportItem): FrozenCard {
  if (format !== 1) throw new Error(`A posted report of format ${format}`);
  const { school, card } = JSON.parse(content) as Pick<FrozenCard, 'school' | 'card'>;
  return { school, card, postedAt: new Date(postedAt), reason: reason ?? null };
}
