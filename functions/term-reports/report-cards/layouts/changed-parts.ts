import { isDeepStrictEqual } from 'node:util';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';

/** A draft and which cards it is for. */
interface Compared {
  draft: CardLayout;
  levels: readonly number[];
  terms: readonly number[];
}

const blocksOf = ({ front, back }: CardLayout) => [...front, ...(back ?? [])].flat();

/** The order of the blocks on their sides, with their widths and the school's own words. */
const partsOfCard = ({ front, back }: CardLayout) =>
  [front, back].map((rows) =>
    rows?.map((row) =>
      row.map((block) => {
        if (block.block === 'student' || block.block === 'subjects' || block.block === 'signatures') return block.block;
        return block;
      }),
    ),
  );

/** What an office would call it, and how it is found in a draft. */
const parts: readonly [name: string, of: (draft: Compared) => unknown][] = [
  ['name', ({ draft }) => draft.name],
  ['title', ({ draft }) => draft.title],
  ['forms and terms', ({ levels, terms }) => [levels, terms]],
  ['paper', ({ draft }) => draft.paper],
  ['head', ({ draft }) => draft.head],
  ['crest', ({ draft }) => draft.crest],
  ['grades', ({ draft }) => draft.grades],
  ['parts of the card', ({ draft }) => partsOfCard(draft)],
  ['columns', ({ draft }) => blocksOf(draft).flatMap((block) => (block.block === 'subjects' ? block.columns : []))],
  [
    'groups of subjects',
    ({ draft }) => blocksOf(draft).flatMap((block) => (block.block === 'subjects' ? (block.groups ?? []) : [])),
  ],
  ['marks in words', ({ draft }) => draft.marksInWords],
  [
    'student and term',
    ({ draft }) => blocksOf(draft).flatMap((block) => (block.block === 'student' ? block.facts : [])),
  ],
  ['who signs', ({ draft }) => blocksOf(draft).flatMap((block) => (block.block === 'signatures' ? block.of : []))],
];

/** What two saves of a draft differ in. Pure. */
export const listChangedParts = (before: Compared, after: Compared): string[] =>
  parts.filter(([, of]) => !isDeepStrictEqual(of(before), of(after))).map(([name]) => name);
