import { schoolTime } from '#shared/school/school-time.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { countPostedReports } from '../report-cards/posting/posted-reports.ts';
import { type PostingItem, readLastPostingChange } from '../report-cards/posting/postings.ts';

/** `posted` and `date_posted` of a term. */
export const toPostedState = (posting: PostingItem | undefined, timeZone: string) =>
  posting?.isPosted
    ? { posted: 1 as const, date_posted: schoolTime(new Date(posting.postedAt), timeZone) }
    : { posted: 0 as const, date_posted: null };

/**
 * Refuses an act on a posting that has changed since the caller saw it: somebody else has posted, posted again or
 * removed it meanwhile.
 * @param seen `date_posted` as the caller saw it; undefined where the caller did not say
 * @throws ConflictError that names the person and the time
 */
export async function refuseStalePosting(
  posting: PostingItem | undefined,
  { period, seen }: { period: Term; seen: string | null | undefined },
): Promise<void> {
  const { timeZone } = school();
  if (seen === undefined || seen === toPostedState(posting, timeZone).date_posted) return;
  const last = await readLastPostingChange(period);
  const by = last?.name ?? 'Somebody';
  const at = last ? schoolTime(new Date(last.at), timeZone) : '';
  throw new ConflictError(
    posting?.isPosted ? postingWordings.postedMeanwhile(by, at) : postingWordings.removedMeanwhile(by, at),
  );
}

/**
 * Refuses to remove a posting unless the caller has typed the number of its reports.
 * @throws ConflictError with both numbers
 */
export async function refuseWrongCount(posting: PostingItem, typed: number | undefined): Promise<void> {
  const count = await countPostedReports(posting);
  if (typed === count) return;
  const detail = { field: 'confirm', yours: typed ?? null, theirs: count, by: null, at: null };
  throw new ConflictError(postingWordings.confirmRemoval(count), detail);
}
