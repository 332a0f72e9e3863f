import type { MailOccasion } from '#shared/families/mail-settings.ts';
import { academicYearTitle, termTitle } from '#shared/school/academic-year.ts';
import { readItems } from '../../platform/table/table.ts';
import type { Term } from '../../platform/table/terms/term-locks.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { listStudentsWithPostedReport } from '../../term-reports/report-cards/posting/posted-reports.ts';
import {
  editionNumbersOf,
  listPostings,
  type PostingItem,
  postingKey,
} from '../../term-reports/report-cards/posting/postings.ts';
import type { MailSubject } from '../records/family-mails.ts';
import { listProposalsOfYear, proposalKey } from '../records/registration-proposals.ts';

/** What is due of an occasion. */
export interface DueEvents {
  occasion: MailOccasion;
  /** What it is about, for the office; null where there is nothing of the kind. */
  of: string | null;
  /** The groups of its events that are counted, those of which everything was sent too. */
  groups: string[];
  due: (MailSubject & { studentId: string })[];
}

/** Days after its posting for which a report is announced: later a letter says nothing new. */
const announcedDays = 30;

/** The event of a whole posting: its later editions keep the number, a posting after a removal has another one. */
const postedEvent = (posting: PostingItem): string =>
  `posted-${posting.year}-${posting.term}-${editionNumbersOf(posting)[0] ?? posting.version}`;

const isAnnounced = ({ isPosted, postedAt }: PostingItem, now: Date): boolean =>
  isPosted && now.getTime() - Date.parse(postedAt) < announcedDays * 86_400_000;

/** The reports of the term that was posted last. Two queries. */
export async function listDueReports(now: Date): Promise<DueEvents> {
  const occasion = 'report posted';
  const [posting] = (await listPostings())
    .filter((one) => isAnnounced(one, now))
    .sort((a, b) => b.year - a.year || b.term - a.term);
  if (!posting) return { occasion, of: null, groups: [], due: [] };
  const event = postedEvent(posting);
  const students = await listStudentsWithPostedReport(posting);
  return {
    ...{ occasion, of: termTitle(posting), groups: [event] },
    due: [...students].map((studentId) => ({ occasion, event, group: event, studentId })),
  };
}

/** The posting of such an event while it is posted still; undefined once it was removed, or posted again after that. One request. */
export async function readAnnouncedPosting(event: string, now: Date): Promise<PostingItem | undefined> {
  const [, year, term] = event.split('-').map(Number);
  const { posting } = await readItems({ posting: postingKey({ year, term } as Term) });
  return posting && isAnnounced(posting, now) && postedEvent(posting) === event ? posting : undefined;
}

const registrationGroup = (year: number): string => `registration-${year}`;

/** Registrations of the current year that the office has sent back and that were not handed in again. Two queries. */
export async function listDueRegistrations(): Promise<DueEvents> {
  const occasion = 'registration sent back';
  const current = await readCurrentPeriod();
  if (!current) return { occasion, of: null, groups: [], due: [] };
  const { year } = current;
  const group = registrationGroup(year);
  const sentBack = (await listProposalsOfYear(year)).filter(({ state }) => state === 'sent back');
  return {
    ...{ occasion, of: academicYearTitle(year), groups: [group] },
    due: sentBack.map(({ studentId, version }) => ({ occasion, event: `${group}-${version}`, group, studentId })),
  };
}

/** Whether the registration is still as it was sent back. One request. */
export async function isStillSentBack(event: string, studentId: string): Promise<boolean> {
  const [, year = 0, version] = event.split('-').map(Number);
  const { proposal } = await readItems({ proposal: proposalKey(studentId, year) });
  return proposal?.state === 'sent back' && proposal.version === version;
}
