import type { SchoolFile } from '#shared/school/school-file.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { SubjectRecordItem } from '../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import type { PeriodItem } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readLeaversOfTerm } from '../../students/records/term-leavers.ts';
import type { ReportCard } from './report-card.ts';

/** A card that is about to be posted, and the records that it was made of. */
export interface CardToPost {
  card: ReportCard;
  /** The layout that its copy will have. */
  layout: CardLayout;
  report: TermReportItem;
  records: readonly SubjectRecordItem[];
  /** What its class has in the term; not where the card was read alone, because nothing of the class is on it. */
  ofClass?: ContentsOfClass;
}

export interface ContentsOfClass {
  reports: readonly TermReportItem[];
  records: readonly SubjectRecordItem[];
  /** Students of the class who have a card: figures of the class on cards are made of theirs. */
  withCard: ReadonlySet<string>;
}

/** What all cards of a term have in common. */
export interface FactsOfPosting {
  school: SchoolFile;
  /** Titles by subject id, as the term has them. */
  subjects: ReadonlyMap<string, { title: string }>;
  period: PeriodItem | undefined;
  /** Students of these classes who left in the term (rule 52). */
  leavers: Pick<ReadonlySet<string>, 'has'>;
}

/**
 * Looks at cards before they are posted. Answers what is certainly wrong, a sentence each with its place, by student;
 * where there is any, nothing is posted (rule 64).
 */
export type PostingGuard = (
  cards: readonly CardToPost[],
  facts: FactsOfPosting,
) => Promise<ReadonlyMap<string, readonly string[]>>;

/** What a guard is asked with of a term. */
export type OfTerm = Pick<FactsOfPosting, 'subjects' | 'period'>;
/** What a caller may have read already. */
type Known = Partial<Pick<FactsOfPosting, 'leavers'>>;

/** What these guards find, by student. No card is looked at where there are none. */
export async function askGuards(
  guards: readonly PostingGuard[],
  cards: readonly CardToPost[],
  { subjects, period, leavers: known }: OfTerm & Known,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const faults = new Map<string, readonly string[]>();
  if (cards.length === 0 || guards.length === 0) return faults;
  const ids = new Set(cards.flatMap(({ report, ofClass }) => (ofClass?.reports ?? [report]).map((of) => of.studentId)));
  const leavers = known ?? (await readLeaversOfTerm([...ids], period?.dateEnd ?? null));
  for (const guard of guards) {
    for (const [studentId, found] of await guard(cards, { school: school(), subjects, period, leavers })) {
      faults.set(studentId, [...(faults.get(studentId) ?? []), ...found]);
    }
  }
  return faults;
}
