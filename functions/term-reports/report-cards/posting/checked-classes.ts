import { createHash } from 'node:crypto';
import type { ReportCard } from '../report-card.ts';
import { digestOfCard } from './card-changes.ts';

/** What the reports of a class were when they were checked: another text after any change of one. Pure. */
export function digestOfClass(cards: readonly ReportCard[]): string {
  const lines = cards.map((card) => `${card.student.id} ${digestOfCard(card)}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

/** Whether a class is as the check before the posting saw it; where nothing says how that was, it is. Pure. */
export const isAsChecked = (
  checked: Readonly<Record<string, string>> | undefined,
  { classId, cards }: { classId: string; cards: readonly ReportCard[] },
): boolean => checked === undefined || checked[classId] === digestOfClass(cards);
