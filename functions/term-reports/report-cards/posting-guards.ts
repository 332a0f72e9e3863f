import { actsPlace } from '#shared/place.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { SubjectRecordItem } from '../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { school } from '../../school/records/school.ts';
import type { ReportCard } from './report-card.ts';

/** A card that is about to be posted, and the records that it was made of. */
export interface CardToPost {
  card: ReportCard;
  /** The layout that its copy will have. */
  layout: CardLayout;
  report: TermReportItem;
  records: readonly SubjectRecordItem[];
}

/** What all cards of a term have in common. */
export interface FactsOfPosting {
  school: SchoolFile;
  /** Titles by subject id, as the term has them. */
  subjects: ReadonlyMap<string, { title: string }>;
}

/**
 * Looks at cards before they are posted. Answers what is certainly wrong, a sentence each with its place, by student;
 * where there is any, nothing is posted (rule 64).
 */
export type PostingGuard = (
  cards: readonly CardToPost[],
  facts: FactsOfPosting,
) => Promise<ReadonlyMap<string, readonly string[]>>;

export const postingGuards = /* @__PURE__ */ actsPlace<PostingGuard>('guards of posting');

/** What the school's guards find, by student. No card is looked at where there are none. */
export async function findCertainFaults(
  cards: readonly CardToPost[],
  subjects: FactsOfPosting['subjects'],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const faults = new Map<string, readonly string[]>();
  if (cards.length === 0) return faults;
  for (const guard of postingGuards.of(school().options)) {
    for (const [studentId, found] of await guard(cards, { school: school(), subjects })) {
      faults.set(studentId, [...(faults.get(studentId) ?? []), ...found]);
    }
  }
  return faults;
}
