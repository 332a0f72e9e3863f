import { sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { linkWordings } from '#shared/families/wordings.ts';
import { NotSignedInError } from '../../platform/errors.ts';
import { hashSecret, newSecret } from '../../platform/identity/secrets.ts';
import { executeActionIf } from '../../platform/table/action.ts';
import { below } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { type StudentItem, studentKey } from '../../students/records/store.ts';
import { type PostingItem, postingKey } from '../../term-reports/report-cards/posting/postings.ts';
import { linkKey, ReportLinkEntity, type ReportLinkItem, stateOfLink } from './report-links.ts';

/** An open link, with what it opens and whose it is. */
export interface FoundLink {
  link: ReportLinkItem;
  student: StudentItem;
  posting: PostingItem;
}

/** The open link with this token, of a student who is on the register; undefined for every other one. Two requests, whether there is one or not. */
export async function findLink(token: string, now: Date): Promise<FoundLink | undefined> {
  const hash = hashSecret(token);
  const [indexed] = await ReportLinkEntity.queryBy('ofToken', { hash });
  const { studentId, year, term } = indexed ?? { studentId: '-', year: 0, term: 1 as const };
  // The index may be a moment behind what the office has just ended.
  const { link, student, posting } = await readItems({
    link: linkKey({ studentId, year, term }),
    student: studentKey(studentId),
    posting: postingKey({ year, term }),
  });
  if (link?.hash !== hash || student?.status !== 'current' || !posting) return undefined;
  return stateOfLink(link, posting, now) === 'open' ? { link, student, posting } : undefined;
}

/** Counts a try of a link. False where it has had as many wrong ones as that, or was ended meanwhile. */
export const takeLinkTry = ({ year, term, studentId, hash }: ReportLinkItem, tries: number): Promise<boolean> =>
  executeActionIf(
    ReportLinkEntity.update(
      { year, term, studentId },
      { add: { tries: 1 }, where: { hash, endedAt: null, tries: below(tries) } },
    ),
  );

/** Openings that a link has at the same time: of the phones and tabs of a family. */
const mostOpenings = 8;
/** A use is stored when the last one is as old. Milliseconds. */
const useInterval = 60_000;
const isUsed = (usedAt: string, now: Date): boolean => now.getTime() < Date.parse(usedAt) + sessionLimits.student.idle;

/** Gives the try of a right date back, and opens the link. @returns the secret that names the opening */
export async function openLink(link: ReportLinkItem, now: Date): Promise<string> {
  const secret = newSecret();
  const at = now.toISOString();
  const isOpened = await changeOpenings(link, {
    openings: (stored) => [...stored, { hash: hashSecret(secret), usedAt: at }],
    more: { add: { tries: -1 }, openedAt: at },
    now,
  });
  if (!isOpened) throw new NotSignedInError(linkWordings.opensNothing);
  return secret;
}

/**
 * The report that an opening may read.
 * @throws NotSignedInError after fifteen minutes without use, or once the link has ended
 */
export async function requireOpening(
  { link: token, opening }: { link: string; opening: string },
  now: Date,
): Promise<FoundLink> {
  const found = await findLink(token, now);
  const hash = hashSecret(opening);
  const mine = found?.link.openings.find((one) => one.hash === hash);
  if (!found || !mine || !isUsed(mine.usedAt, now)) throw new NotSignedInError(linkWordings.openingOver);
  if (now.getTime() - Date.parse(mine.usedAt) > useInterval)
    await changeOpenings(found.link, {
      openings: (stored) => stored.map((one) => (one.hash === hash ? { hash, usedAt: now.toISOString() } : one)),
      now,
    });
  return found;
}

/** Changes who may read a link's report; false where the link was ended or replaced meanwhile. */
async function changeOpenings(
  { year, term, studentId, hash, openings: seen }: ReportLinkItem,
  {
    openings,
    more: { add, openedAt } = {},
    now,
  }: {
    openings: (stored: ReportLinkItem['openings']) => ReportLinkItem['openings'];
    more?: { add?: { tries: number }; openedAt?: string };
    now: Date;
  },
): Promise<boolean> {
  const key = { year, term, studentId };
  return retryRefused({
    first: { openings: seen, hash, endedAt: undefined } as Pick<ReportLinkItem, 'openings' | 'hash' | 'endedAt'>,
    read: async () => (await ReportLinkEntity.get(key)) ?? { openings: [], hash: '', endedAt: undefined },
    attempt: async (stored) => {
      if (stored.hash !== hash || stored.endedAt !== undefined) return false;
      const next = openings(stored.openings)
        .filter(({ usedAt }) => isUsed(usedAt, now))
        .slice(-mostOpenings);
      const isWritten = await executeActionIf(
        ReportLinkEntity.update(key, {
          set: { openings: next, openedAt },
          ...(add ? { add } : {}),
          where: { hash, endedAt: null, openings: stored.openings },
        }),
      );
      return isWritten || 'refused';
    },
    what: 'this link',
  });
}
