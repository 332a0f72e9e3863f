import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { Contradiction } from '#shared/term-reports/layouts/contradictions.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { cardProof } from '../report-cards/card-proofs.ts';
import { cardLayoutKey } from '../report-cards/layouts/card-layouts.ts';
import { findLayoutProblems } from '../report-cards/layouts/layout-problems.ts';
import { classConcurrency, readLiveCardsOfClass, readTermFacts } from '../report-cards/live-cards.ts';
import { createOverflowFinder } from '../report-cards/print/fit-card.ts';
import type { ReportCard } from '../report-cards/report-card.ts';
import { readPicturesOfLayout } from './pictures-of-layout.ts';
import { savedMeanwhile } from './save-card-layout.ts';

export const checkCardLayout = callHandler(termReportsContract.checkCardLayout, {
  prefetch: ({ layout_id: layoutId }) => ({ layout: cardLayoutKey(layoutId), current: currentPeriodKey() }),
  handle: async ({ input: { saves, form_level: level }, found: { layout: stored, current } }) => {
    if (stored?.saves !== saves) throw savedMeanwhile(stored);
    const { draft } = stored;
    const cards = await readCardsInLayout(current, { levels: [level], layout: draft });
    const problems = await listLayoutProblems(draft, cards);
    return {
      problems: problems.map((problem) => ({ place: placeOf(problem), message: problem.message })),
      students: longestAndShortestFirst(cards).map(({ card: { student }, characters }) => ({
        student_id: student.id,
        name: student.name,
        class_id: student.classId,
        characters,
      })),
    };
  },
});

/** The cards of form levels in the current term as they are now, with what the layout shows; none without a term. */
export async function readCardsInLayout(
  current: Term | undefined,
  { levels, layout }: { levels: readonly number[]; layout: CardLayout },
): Promise<ReportCard[]> {
  if (!current) return [];
  const { year, term } = current;
  const ofTerm = readTermFacts({ year, term }, () => layout);
  const asked = school().formClasses.filter(({ form_level }) => levels.includes(form_level));
  const classes = await inParallel(asked, {
    atOnce: classConcurrency,
    does: async ({ id: classId }) => (await readLiveCardsOfClass({ year, term, classId }, ofTerm)).cards,
  });
  return classes.flat();
}

/** Why a layout cannot be used for these cards (`findLayoutProblems`). A millisecond a card. */
export async function listLayoutProblems(layout: CardLayout, cards: readonly ReportCard[]): Promise<Contradiction[]> {
  const [subjects, beside, pictures] = await Promise.all([
    readSubjectNamesById(),
    cardProof()?.room(),
    readPicturesOfLayout(layout),
  ]);
  return findLayoutProblems(layout, {
    cards,
    subjects,
    sidesOver: createOverflowFinder(school(), { beside, pictures }),
  });
}

/** The place of a problem, `layout.front.2.0`. */
export const placeOf = ({ path }: Pick<Contradiction, 'path'>): string => ['layout', ...path].join('.');

/** Letters that people wrote on a card, and those of its name. */
function countCharacters({ student, subjects, remarks, music, coCurricular }: ReportCard): number {
  const texts = [
    student.name,
    ...subjects.map(({ comment }) => comment),
    remarks.formTeacher,
    remarks.dean,
    music?.comment,
    ...coCurricular,
  ];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** The fullest card, then the emptiest, which show what a layout does to both, then the others downwards. */
export function longestAndShortestFirst(cards: readonly ReportCard[]): { card: ReportCard; characters: number }[] {
  const counted = cards
    .map((card) => ({ card, characters: countCharacters(card) }))
    .sort((a, b) => b.characters - a.characters || a.card.student.name.localeCompare(b.card.student.name));
  const [longest, ...others] = counted;
  const shortest = others.pop();
  return [longest, shortest, ...others].filter((one) => one !== undefined);
}
