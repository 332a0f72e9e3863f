import type { RuleName } from '#shared/options/truth-check/improbable/class-to-judge.ts';
import { entity } from '../../../platform/table/entity.ts';
import type { Term } from '../../../school/records/term-locks.ts';

/**
 * Something improbable that somebody has looked at and found right. A finding has one dismissal at a time. It is kept
 * with its reason when it was taken back, too: a posting from before had it.
 */
export interface DismissedFindingItem extends Term {
  classId: string;
  /** Names it (`Finding.key`). */
  finding: string;
  rule: RuleName;
  /** `open`, or the moment at which the finding was listed again. */
  until: string;
  /** Absent where it was about the whole class. */
  studentId?: string | undefined;
  subjectId?: string | undefined;
  /** What was found. */
  text: string;
  reason: string;
  /** Display name of the person who dismissed it, and when, UTC. */
  by: string;
  at: string;
  /** Who listed the finding again. */
  takenBackBy?: string | undefined;
}

export const DismissedFindingEntity = entity<DismissedFindingItem>()({
  name: 'dismissed-finding',
  pk: 'dismissed-findings#${year}#${term}',
  sk: '${classId}#${finding}#${until}',
  open: 'a judgement of what was entered, which changes nothing on a report',
});

/** `until` of a dismissal that has not been taken back. */
export const openEnd = 'open';

/** Names a dismissal in the audit trail: with the student's report, or with the class. */
export const dismissalAuditSubject = ({
  studentId,
  year,
  term,
  classId,
}: Pick<DismissedFindingItem, 'studentId' | 'year' | 'term' | 'classId'>): string =>
  studentId === undefined ? `report-findings#${year}#${term}#${classId}` : `student#${studentId}#${year}#${term}`;

/** By finding. */
export type Dismissals = ReadonlyMap<string, DismissedFindingItem>;

/** What is dismissed in a class. One query. */
export const readDismissals = async (ofClass: Term & { classId: string }): Promise<Dismissals> =>
  byFinding(await DismissedFindingEntity.query(ofClass));

/** What is dismissed in each class of a term: two classes may have the same finding. One query. */
export async function readDismissalsOfTerm({ year, term }: Term): Promise<(classId: string) => Dismissals> {
  const byClass = Map.groupBy(await DismissedFindingEntity.query({ year, term }), ({ classId }) => classId);
  return (classId) => byFinding(byClass.get(classId) ?? []);
}

const byFinding = (all: readonly DismissedFindingItem[]): Dismissals =>
  new Map(all.flatMap((one) => (one.until === openEnd ? [[one.finding, one] as const] : [])));
