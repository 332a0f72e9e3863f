import type { MailOccasion } from '#shared/options/families/mail-settings.ts';
import { academicYearTitle, termTitle } from '#shared/school/academic-year.ts';
import { readItems } from '../../../platform/table/table.ts';
import { readCurrentPeriod } from '../../../school/records/periods.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import { listStudentsWithPostedReport } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import {
  editionNumbersOf,
  listPostings,
  type PostingItem,
  postingKey,
} from '../../../term-reports/report-cards/posting/postings.ts';
import type { StudentEvent } from '../records/family-mails.ts';
import { listProposalsOfYear, proposalKey } from '../records/registration-proposals.ts';

/** The events of an occasion. */
export interface DueEvents {
  occasion: MailOccasion;
  /** What it is about, for the office; null where there is nothing of the kind. */
  of: string | null;
  /** The groups of its events that are counted, those of which everything was sent too. */
  groups: string[];
  /** Those of these students, whom not every occasion asks for, and perhaps of others. */
  listDue: (readStudentIds: () => Promise<readonly string[]>) => Promise<StudentEvent[]>;
}

const nothingDue = async () => [];

/** Days after its posting for which a report is announced: later a letter says nothing new. */
const announcedDays = 30;

/** The event of a whole posting: its later editions keep the number, a posting after a removal has another one. */
const postedEvent = (posting: PostingItem): string =>
  `posted-${posting.year}-${posting.term}-${editionNumbersOf(posting)[0] ?? posting.version}`;

const isAnnounced = ({ isPosted, postedAt }: PostingItem, now: Date): boolean =>
  isPosted && now.getTime() - Date.parse(postedAt) < announcedDays * 86_400_000;

/** The reports of the term that was posted last. A query, and one for what is due. */
export async function readReportEvents(now: Date): Promise<DueEvents> {
  const occasion = 'report posted';
  const [posting] = (await listPostings())
    .filter((one) => isAnnounced(one, now))
    .sort((a, b) => b.year - a.year || b.term - a.term);
  if (!posting) return { occasion, of: null, groups: [], listDue: nothingDue };
  const event = postedEvent(posting);
  return {
    occasion,
    of: termTitle(posting),
    groups: [event],
    listDue: async () =>
      Array.from(await listStudentsWithPostedReport(posting), (studentId) => ({
        occasion,
        event,
        group: event,
        studentId,
      })),
  };
}

/**
 * The posting of such an event while it is posted still; undefined once it was removed, or posted again after that. One
 * request.
 */
export async function readAnnouncedPosting(event: string, now: Date): Promise<PostingItem | undefined> {
  const [, year, term] = event.split('-').map(Number);
  const { posting } = await readItems({ posting: postingKey({ year, term } as Term) });
  return posting && isAnnounced(posting, now) && postedEvent(posting) === event ? posting : undefined;
}

const registrationGroup = (year: number): string => `registration-${year}`;

/**
 * Registrations of the current year that the office has sent back and that were not handed in again. A query, and one
 * for what is due.
 */
export async function readRegistrationEvents(): Promise<DueEvents> {
  const occasion = 'registration sent back';
  const current = await readCurrentPeriod();
  if (!current) return { occasion, of: null, groups: [], listDue: nothingDue };
  const { year } = current;
  const group = registrationGroup(year);
  return {
    occasion,
    of: academicYearTitle(year),
    groups: [group],
    listDue: async () =>
      (await listProposalsOfYear(year)).flatMap(({ studentId, state, version }) =>
        state === 'sent back' ? { occasion, event: `${group}-${version}`, group, studentId } : [],
      ),
  };
}

/** Whether the registration is still as it was sent back. One request. */
export async function isStillSentBack(event: string, studentId: string): Promise<boolean> {
  const [, year = 0, version] = event.split('-').map(Number);
  const { proposal } = await readItems({ proposal: proposalKey(studentId, year) });
  return proposal?.state === 'sent back' && proposal.version === version;
}
