import { sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { linkWordings } from '#shared/options/families/wordings.ts';
import { NotSignedInError } from '../../../platform/errors.ts';
import { hashSecret, newSecret } from '../../../platform/identity/secrets.ts';
import { type Action, executeActionIf } from '../../../platform/table/action.ts';
import { below } from '../../../platform/table/expression.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { type StudentItem, studentKey } from '../../../students/records/store.ts';
import { type PostingItem, postingKey } from '../../../term-reports/report-cards/posting/postings.ts';
import { linkKey, ReportLinkEntity, type ReportLinkItem, stateOfLink } from './report-links.ts';

/** An open link, with what it opens and whose it is. */
export interface FoundLink {
  link: ReportLinkItem;
  student: StudentItem;
  posting: PostingItem;
}

type LinkPlace = Pick<ReportLinkItem, 'year' | 'term' | 'studentId'>;

/** Where nothing is, so that an unknown link takes the same requests as another one. */
const nowhere: LinkPlace = { studentId: '-', year: 0, term: 1 };

/** Where the link with this token is. One query of an index, which may be a moment behind: the link is read again. */
export async function findLinkPlace(token: string): Promise<LinkPlace> {
  const [found] = await ReportLinkEntity.queryBy('ofToken', { hash: hashSecret(token) });
  return found ?? nowhere;
}

/** The records that decide whether a link opens its report. */
export const linkRecordKeys = ({ studentId, year, term }: LinkPlace) => ({
  link: linkKey({ studentId, year, term }),
  student: studentKey(studentId),
  posting: postingKey({ year, term }),
});

/**
 * The open link with this token, of a student who is on the register, among the records of its place; undefined for
 * every other one.
 */
export function openLinkAmong(
  { link, student, posting }: { [K in keyof FoundLink]: FoundLink[K] | undefined },
  token: string,
  now: Date,
): FoundLink | undefined {
  if (link?.hash !== hashSecret(token) || student?.status !== 'current' || !posting) return undefined;
  return stateOfLink(link, { posting, returnedAt: student.returnedAt }, now) === 'open'
    ? { link, student, posting }
    : undefined;
}

/** Counts a wrong date of birth. False where the link has had as many as that, or was ended meanwhile. */
export const countWrongDate = ({ year, term, studentId, hash }: ReportLinkItem, tries: number): Promise<boolean> =>
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
const inUse = (openings: ReportLinkItem['openings'], now: Date) => openings.filter(({ usedAt }) => isUsed(usedAt, now));

/**
 * Opens a link for a family that typed the right date, on the condition that it has had fewer wrong ones than `tries`
 * and is as it was read.
 * @returns the secret that names the opening and has the place of the link, so that reading the report begins there
 */
export function openLinkAction(
  link: ReportLinkItem,
  { tries, now }: { tries: number; now: Date },
): { opening: string; action: Action } {
  const { year, term, studentId, hash, openings } = link;
  const place = Buffer.from(`${year} ${term} ${studentId}`).toString('base64url');
  const opening = `${newSecret()}.${place}`;
  const usedAt = now.toISOString();
  const next = [...inUse(openings, now), { hash: hashSecret(opening), usedAt }].slice(-mostOpenings);
  const action = ReportLinkEntity.update(
    { year, term, studentId },
    {
      set: { openings: next, openedAt: usedAt },
      where: { hash, endedAt: null, tries: below(tries), openings },
    },
  );
  return { opening, action };
}

function placeOfOpening(opening: string): LinkPlace {
  const [, year, term, studentId] =
    /^(\d{4}) ([123]) (.+)$/s.exec(Buffer.from(opening.split('.')[1] ?? '', 'base64url').toString()) ?? [];
  if (studentId === undefined) return nowhere;
  return { studentId, year: Number(year), term: Number(term) as 1 | 2 | 3 };
}

/**
 * The report that an opening may read. One request; one or two more where it was not used for a minute.
 * @throws NotSignedInError after fifteen minutes without use, or once the link has ended
 */
export async function requireOpening(
  { link: token, opening }: { link: string; opening: string },
  now: Date,
): Promise<FoundLink> {
  const found = openLinkAmong(await readItems(linkRecordKeys(placeOfOpening(opening))), token, now);
  const hash = hashSecret(opening);
  const mine = found?.link.openings.find((one) => one.hash === hash);
  if (!found || !mine || !isUsed(mine.usedAt, now)) throw new NotSignedInError(linkWordings.openingOver);
  if (now.getTime() - Date.parse(mine.usedAt) > useInterval) await keepOpen(found.link, hash, now);
  return found;
}

/** Notes that an opening is used, unless the link was ended or replaced meanwhile. */
function keepOpen(link: ReportLinkItem, opening: string, now: Date): Promise<unknown> {
  const { year, term, studentId, hash } = link;
  const key = { year, term, studentId };
  return retryRefused({
    first: link as ReportLinkItem | undefined,
    read: () => ReportLinkEntity.get(key),
    attempt: async (stored) => {
      if (stored?.hash !== hash || stored.endedAt !== undefined) return null;
      const openings = inUse(stored.openings, now).map((one) =>
        one.hash === opening ? { hash: opening, usedAt: now.toISOString() } : one,
      );
      const where = { hash, endedAt: null, openings: stored.openings };
      return (await executeActionIf(ReportLinkEntity.update(key, { set: { openings }, where }))) ? null : 'refused';
    },
    what: 'this link',
  });
}
