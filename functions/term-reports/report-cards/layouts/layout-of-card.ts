import { isDeepStrictEqual } from 'node:util';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { layoutFor } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { formLevelsOfSchool, school } from '../../../school/records/school.ts';
import { LayoutInUseEntity, type LayoutInUseItem } from './card-layouts.ts';

/** The layouts of a term's cards, by form level. A posted card has that of its copy. */
export type LayoutsOfTerm = (formLevel: number) => CardLayout;

type Term = 1 | 2 | 3;

/** The layout of cards of a form level and term: the one that is published for them, else that of the school file. */
export const layoutOfTerm = (
  published: Pick<LayoutInUseItem, 'layout'> | undefined,
  of: { formLevel: number; term: Term },
): CardLayout => published?.layout ?? layoutFor(school().reportCards, of);

/** The layouts of a term as they are now. One query. */
export async function readLayoutsOfTerm(term: Term): Promise<LayoutsOfTerm> {
  const inUse = await LayoutInUseEntity.query({ term });
  return (formLevel) =>
    layoutOfTerm(
      inUse.find((one) => one.formLevel === formLevel),
      { formLevel, term },
    );
}

/** Names the layout that is published for cards, to be read together with other records. */
export const layoutInUseKey = (of: { formLevel: number; term: Term }) => LayoutInUseEntity.key(of);

/** The layouts that a run keeps: a layout that is published meanwhile changes none of its cards. */
export type KeptLayouts = { levels: number[]; layout: CardLayout }[];

/** The layouts of every form level of the school, each once. Pure. */
export function toKeptLayouts(layouts: LayoutsOfTerm): KeptLayouts {
  const kept: KeptLayouts = [];
  for (const formLevel of formLevelsOfSchool()) {
    const layout = layouts(formLevel);
    const same = kept.find((one) => isDeepStrictEqual(one.layout, layout));
    if (same) same.levels.push(formLevel);
    else kept.push({ levels: [formLevel], layout });
  }
  return kept;
}

/** The layouts that a run kept when it began. Pure. */
export const layoutsOfRun =
  ({ term, layouts }: { term: Term; layouts: KeptLayouts }): LayoutsOfTerm =>
  (formLevel) =>
    layouts.find(({ levels }) => levels.includes(formLevel))?.layout ?? layoutOfTerm(undefined, { formLevel, term });
