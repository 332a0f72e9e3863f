import { termReportKey } from '../../marks/records/term-report.ts';
import { readMany } from '../../platform/table/table.ts';
import type { LayoutsOfTerm } from './layouts/layout-of-card.ts';
import { type LiveCards, readLiveCardsOfClass, readTermFacts } from './live-cards.ts';
import { type FrozenCard, readFrozenCards, readFrozenCardsOfClass } from './posting/posted-reports.ts';
import type { PostingItem } from './posting/postings.ts';
import type { PrintableCard } from './print/render-report-cards.ts';

/** A card with its posted copy, where it has one. */
interface CardOfClass extends PrintableCard {
  posted: FrozenCard | undefined;
}

/**
 * The cards of a class by name: the posted copy of each student, or else the live card.
 * @param kept the layouts of live cards, in place of those of now
 */
export async function readPrintableCardsOfClass(
  ofClass: { classId: string; year: number; term: 1 | 2 | 3 },
  posting: PostingItem | undefined,
  kept?: LayoutsOfTerm,
): Promise<{ cards: CardOfClass[]; damaged: LiveCards['damaged'] }> {
  const [{ cards, damaged, layoutOf }, frozen] = await Promise.all([
    readLiveCardsOfClass(ofClass, readTermFacts(ofClass, kept)),
    readFrozenCardsOfClass(posting, ofClass.classId),
  ]);
  for (const studentId of await studentsWhoLeft(frozen.keys(), { cards, ofClass })) frozen.delete(studentId);
  const isFrozen = (studentId: string) => frozen.has(studentId);
  // Some were posted with another class and moved here since: parents saw that copy.
  const unposted = cards.filter(({ student }) => !isFrozen(student.id));
  const elsewhere = await readFrozenCards(
    posting,
    unposted.map(({ student }) => student.id),
  );
  const printable: CardOfClass[] = [
    ...[...frozen.values()].map((posted) => ({ card: posted.card, layout: posted.layout, posted })),
    ...unposted.map((card) => {
      const posted = elsewhere.get(card.student.id);
      return { card: posted?.card ?? card, layout: posted?.layout ?? layoutOf(card), posted };
    }),
  ];
  return {
    cards: printable.sort((a, b) => a.card.student.name.localeCompare(b.card.student.name)),
    damaged: damaged.filter(({ studentId }) => !isFrozen(studentId)),
  };
}

/**
 * The cards that are printed with their class (rule 52): without those who have left in the term, but with the copies
 * that were posted before their students left, for a posted class is printed as it was posted. Pure.
 * @param leavers of the class (`readLeaversOfTerm`)
 */
export const withoutLeavers = (
  { cards, damaged }: { cards: readonly CardOfClass[]; damaged: LiveCards['damaged'] },
  leavers: ReadonlyMap<string, string>,
) => ({
  cards: cards.filter(({ card, posted }) => posted?.hadLeft === false || !leavers.has(card.student.id)),
  damaged: damaged.filter(({ studentId }) => !leavers.has(studentId)),
});

/** Students who were posted with the class and whose report is in another class now: they are printed there. */
async function studentsWhoLeft(
  posted: Iterable<string>,
  {
    cards,
    ofClass: { classId, ...period },
  }: { cards: LiveCards['cards']; ofClass: Parameters<typeof readPrintableCardsOfClass>[0] },
): Promise<string[]> {
  const isHere = new Set(cards.map(({ student }) => student.id));
  const others = [...posted].filter((studentId) => !isHere.has(studentId));
  if (others.length === 0) return [];
  const keys = others.map((studentId) => termReportKey({ studentId, ...period }));
  const reports = await readMany(keys, ['studentId', 'classId']);
  return reports.filter((report) => report.classId !== classId).map(({ studentId }) => studentId);
}
