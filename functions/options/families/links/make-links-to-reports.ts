import { familyWordings } from '#shared/options/families/wordings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { readFrozenCards } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { readPosting } from '../../../term-reports/report-cards/posting/postings.ts';
import { type LinkAddress, makeReportLinks } from '../records/report-links.ts';

/**
 * The links of those of these students who have a posted report of a term, by student; they are made where they are
 * missing.
 * @param studentIds of one class
 * @throws NotFoundError for a term that is not posted
 */
export async function makeLinksToReports(
  studentIds: readonly string[],
  { year, term }: Term,
  by: Authorship,
): Promise<ReadonlyMap<string, LinkAddress>> {
  const posting = await readPosting({ year, term });
  if (!posting?.isPosted) throw new NotFoundError(familyWordings.noReport);
  const copies = await readFrozenCards(posting, studentIds);
  return makeReportLinks([...copies.keys()], { posting, by });
}
