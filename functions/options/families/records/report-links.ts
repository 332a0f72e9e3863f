import { linkLimits } from '#shared/options/families/wordings.ts';
import { hashSecret, newSecret, sign } from '../../../platform/identity/secrets.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readMany, splitIntoPieces } from '../../../platform/table/table.ts';
import { requireAddressOfSite } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { readOrMakeSigningKey } from '../../../sessions/signing-key.ts';
import { readStudents } from '../../../students/records/store.ts';
import { editionNumbersOf, type PostingItem } from '../../../term-reports/report-cards/posting/postings.ts';

/**
 * The link to a student's posted report of a term (rule 56). Its token is not stored: it is derived from the nonce and
 * a signing key, which is in no copy of this table, so a slip can be printed again and a copied table gives no access.
 *
 * @secret links are made again
 */
export interface ReportLinkItem extends Term {
  studentId: string;
  /** Of the token. */
  hash: string;
  nonce: string;
  /** The number of the whole posting: editions of single reports keep it, a posting after a removal has another one. */
  base: number;
  /** ISO 8601. */
  madeAt: string;
  endsAt: string;
  /** By hand. */
  endedAt?: string | undefined;
  /** Wrong dates of birth over its whole life. */
  tries: number;
  /** ISO 8601; when somebody last typed the right date of birth. */
  openedAt?: string | undefined;
  /** The phones and tabs in which it is open, the latest last: hashes of their secrets, and when each was last used. */
  openings: { hash: string; usedAt: string }[];
  /** A month after its end. Seconds since 1970. */
  expires: number;
}

export const ReportLinkEntity = entity<ReportLinkItem>()({
  name: 'report-link',
  pk: 'report-links#${year}#${term}',
  open: 'links to reports of a posted term',
  sk: '${studentId}',
  indexes: { ofToken: { index: 'gsi1', pk: 'report-link#${hash}', sk: 'report-link' } },
});

export const linkKey = ({ year, term, studentId }: Pick<ReportLinkItem, 'year' | 'term' | 'studentId'>) =>
  ReportLinkEntity.key({ year, term, studentId });

/** A link that opens its report, or why it does not. */
export type LinkState = 'open' | 'locked' | 'ended' | 'expired' | 'unposted';

/**
 * What becomes of a link by time, tries, hand and posting, and with the student's leaving: coming back opens none
 * again. Pure.
 * @param returnedAt when the student last came back from the archive
 */
export function stateOfLink(
  link: Pick<ReportLinkItem, 'endedAt' | 'tries' | 'base' | 'endsAt' | 'madeAt'>,
  { posting, returnedAt }: { posting: PostingItem | undefined; returnedAt: string | undefined },
  now: Date,
): LinkState {
  if (link.endedAt !== undefined || (returnedAt !== undefined && link.madeAt <= returnedAt)) return 'ended';
  if (link.tries >= linkLimits.tries) return 'locked';
  if (!posting?.isPosted || editionNumbersOf(posting)[0] !== link.base) return 'unposted';
  return now.toISOString() >= link.endsAt ? 'expired' : 'open';
}

/** Every link to a report of a term, by student. One query. */
export async function listReportLinksOfTerm({ year, term }: Term): Promise<ReadonlyMap<string, ReportLinkItem>> {
  return new Map((await ReportLinkEntity.query({ year, term })).map((link) => [link.studentId, link]));
}

const auditSubject = ({ year, term }: Term): string => `report-links#${year}#${term}`;
const day = 86_400_000;

async function tokenOf({
  studentId,
  year,
  term,
  nonce,
}: Pick<ReportLinkItem, 'studentId' | 'year' | 'term' | 'nonce'>) {
  const signature = sign(await readOrMakeSigningKey('report links'), `${studentId}#${year}#${term}#${nonce}`);
  // 192 bits: a short address is a coarse QR code, which an old camera reads.
  return signature.slice(0, 32);
}

export interface LinkAddress {
  address: string;
  endsAt: string;
}

/**
 * The addresses of the links of some students to their reports of a posted term; a link is made for each who has no
 * open one. Left out are students without a date of birth, and those who are not on the register. Idempotent; one
 * transaction.
 * @param studentIds at most 98, of whom each has a report in the posting
 * @throws ConflictError where the school has no address of its own
 */
export async function makeReportLinks(
  studentIds: readonly string[],
  { posting, by }: { by: Authorship; posting: PostingItem },
): Promise<ReadonlyMap<string, LinkAddress>> {
  const origin = requireAddressOfSite();
  const students = await readStudents(studentIds, ['studentId', 'status', 'dateOfBirth', 'returnedAt']);
  const returned = new Map(students.map(({ studentId, returnedAt }) => [studentId, returnedAt]));
  const ids = students.flatMap((one) => (one.status === 'current' && one.dateOfBirth ? [one.studentId] : []));
  const { year, term } = posting;
  const { now } = by.request;
  const links = await retryRefused({
    read: async () => readMany(ids.map((studentId) => linkKey({ year, term, studentId }))),
    attempt: async (stored) => {
      const byStudent = new Map(stored.map((link) => [link.studentId, link]));
      const open: ReportLinkItem[] = [];
      const made: ReportLinkItem[] = [];
      for (const studentId of ids) {
        const link = byStudent.get(studentId);
        const returnedAt = returned.get(studentId);
        const isOpen =
          link &&
          stateOfLink(link, { posting, returnedAt }, now) === 'open' &&
          hashSecret(await tokenOf(link)) === link.hash;
        if (isOpen) open.push(link);
        else made.push(await newLink({ studentId, year, term, base: editionNumbersOf(posting)[0] ?? 0, now }));
      }
      if (made.length === 0) return open;
      const changes = [{ field: 'links', before: null, after: made.map(({ studentId }) => studentId) }];
      const outcome = await commit({
        by,
        changes: [
          ...made.map((link) =>
            ReportLinkEntity.put(link, whereUnchanged(byStudent.get(link.studentId), ['hash', 'tries', 'endedAt'])),
          ),
        ],
        trail: { subject: auditSubject(posting), changes },
        logKind: 'students',
      });
      // The same request has made them: the next reading finds them.
      return outcome === 'written' ? [...open, ...made] : 'refused';
    },
    what: 'these links',
  });
  const addresses = links.map(
    async (link) =>
      [link.studentId, { address: `${origin}/student/link#${await tokenOf(link)}`, endsAt: link.endsAt }] as const,
  );
  return new Map(await Promise.all(addresses));
}

async function newLink({ now, ...of }: Term & { studentId: string; base: number; now: Date }): Promise<ReportLinkItem> {
  const nonce = newSecret();
  const endsAt = new Date(now.getTime() + linkLimits.days * day);
  return {
    ...of,
    nonce,
    hash: hashSecret(await tokenOf({ ...of, nonce })),
    tries: 0,
    openings: [],
    madeAt: now.toISOString(),
    endsAt: endsAt.toISOString(),
    expires: Math.ceil(endsAt.getTime() / 1000) + 30 * 86_400,
  };
}

/** Links that one transaction ends, at most. */
const mostAtOnce = 90;

/** Ends links by hand, with whatever has opened them. @returns how many it ended */
export async function endLinks(
  links: readonly ReportLinkItem[],
  { caller, request: { now, idempotencyKey } }: Authorship,
): Promise<number> {
  let ended = 0;
  for (const piece of splitIntoPieces(links, mostAtOnce)) {
    const first = piece[0];
    if (!first) continue;
    // A repeated request ends what the first one left: its pieces are others.
    const request = { now, idempotencyKey: `${idempotencyKey}-${first.studentId}` };
    ended += await retryRefused({
      read: () => readMany(piece.map(linkKey)),
      attempt: async (stored) => {
        const open = stored.filter(({ endedAt }) => endedAt === undefined);
        if (open.length === 0) return 0;
        const changes = [{ field: 'links', before: open.map(({ studentId }) => studentId), after: null }];
        const outcome = await commit({
          by: { caller, request },
          changes: [
            ...open.map(({ year, term, studentId, hash }) =>
              ReportLinkEntity.update(
                { year, term, studentId },
                { set: { endedAt: now.toISOString(), openings: [] }, where: { hash, endedAt: null } },
              ),
            ),
          ],
          trail: { subject: auditSubject(first), changes },
          logKind: 'students',
        });
        return isRefused(outcome) ? outcome : open.length;
      },
      what: 'these links',
    });
  }
  return ended;
}
