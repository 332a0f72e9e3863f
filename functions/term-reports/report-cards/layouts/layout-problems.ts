import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { type Contradiction, findContradictions } from '#shared/term-reports/layouts/contradictions.ts';
import { layoutProblemWordings as say } from '#shared/term-reports/layouts/wordings.ts';
import type { createOverflowFinder, SideOfLayout } from '../print/fit-card.ts';
import type { ReportCard } from '../report-card.ts';
import { listTextsWithoutPlace } from './texts-without-place.ts';

/** The real students of a term that would have the layout, and the subjects of the school. */
export interface LayoutFacts {
  cards: readonly ReportCard[];
  subjects: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** Measures a card (`createOverflowFinder`). */
  sidesOver: ReturnType<typeof createOverflowFinder>;
}

/**
 * Why a layout cannot be used for these students: it contradicts itself, has a group with a subject that the school
 * does not have, has no place for what is written of a student, or a student's card goes on to another page. Each with
 * its place in the layout. Pure; a millisecond a card.
 */
export function findLayoutProblems(layout: CardLayout, { cards, subjects, sidesOver }: LayoutFacts): Contradiction[] {
  const contradictions = findContradictions(layout);
  if (contradictions.length > 0) return contradictions;
  return [
    ...unknownSubjects(layout, subjects),
    ...textsWithoutPlace(layout, cards),
    ...cardsOverPages(layout, cards, sidesOver),
  ];
}

function unknownSubjects({ front, back }: CardLayout, subjects: LayoutFacts['subjects']): Contradiction[] {
  const sides: [SideOfLayout, CardLayout['front']][] = [
    ['front', front],
    ['back', back ?? []],
  ];
  return sides.flatMap(([side, rows]) =>
    rows.flatMap((row, r) =>
      row.flatMap((block, b) =>
        block.block !== 'subjects'
          ? []
          : (block.groups ?? []).flatMap((group, g) =>
              group.subjects.flatMap((id, s) =>
                subjects.has(id)
                  ? []
                  : [{ path: [side, r, b, 'groups', g, 'subjects', s], message: say.noSuchSubject(id) }],
              ),
            ),
      ),
    ),
  );
}

/** A student by name and class, as the sentences have them. */
const named = ({ student }: ReportCard): string => `${student.name} (${student.classId})`;

function textsWithoutPlace(layout: CardLayout, cards: readonly ReportCard[]): Contradiction[] {
  const found = cards.flatMap((card) => listTextsWithoutPlace(card, layout).map(({ name }) => ({ name, card })));
  return [...Map.groupBy(found, ({ name }) => name)].map(([name, of]) => ({
    path: ['front'],
    message: say.noPlace(
      name,
      of.map(({ card }) => named(card)),
    ),
  }));
}

function cardsOverPages(
  layout: CardLayout,
  cards: readonly ReportCard[],
  sidesOver: LayoutFacts['sidesOver'],
): Contradiction[] {
  const found = cards.flatMap((card) => sidesOver(card, layout).map((side) => ({ side, card })));
  return [...Map.groupBy(found, ({ side }) => side)].map(([side, of]) => ({
    path: [side],
    message: say.overPage(
      side,
      of.map(({ card }) => named(card)),
    ),
  }));
}
