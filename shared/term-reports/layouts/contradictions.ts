import type { BlockOf, CardLayout, LayoutBlock } from './card-layout.ts';
import { missingWidth } from './column-widths.ts';
import { contradictionWordings as say } from './wordings.ts';

/** What a layout says against itself, and where: the path of the value in the layout. */
export interface Contradiction {
  path: (string | number)[];
  message: string;
}

/** Figures that share a band; their widths follow from what they say. */
const figureBlocks = ['average', 'attendance', 'conduct'] as const;
export type Figure = (typeof figureBlocks)[number];
export const isFigure = (block: LayoutBlock): block is BlockOf<Figure> =>
  (figureBlocks as readonly string[]).includes(block.block);

interface PlacedBlock {
  block: LayoutBlock;
  row: readonly LayoutBlock[];
  path: (string | number)[];
}

/** Everything in which a layout of the right form contradicts itself. Pure. */
export function findContradictions(layout: CardLayout): Contradiction[] {
  const placed = [...placedBlocks(layout, 'front'), ...placedBlocks(layout, 'back')];
  return [
    ...twiceOrMissing(placed),
    ...rowsAgainstThemselves(layout),
    ...signaturesNotAtFoot(layout),
    ...placed.flatMap(({ block, path }) =>
      block.block === 'subjects' ? subjectsAgainstThemselves(block, { layout, path }) : [],
    ),
    ...placed.flatMap(({ block, path }) => listedTwice(block, path)),
    ...placed.flatMap(({ block, path }) => signaturesOfMany(block, path)),
    ...wordsOutOfOrder(layout),
  ];
}

const placedBlocks = (layout: CardLayout, side: 'front' | 'back'): PlacedBlock[] =>
  (layout[side] ?? []).flatMap((row, r) => row.map((block, b) => ({ block, row, path: [side, r, b] })));

/** What a block prints: the remarks of two people are two things. */
const contentOf = (block: LayoutBlock): string =>
  block.block === 'remarks' ? say.remarks[block.of] : say.blocks[block.block];

/** A card is of somebody, about subjects, and signed. */
const required = ['student', 'subjects', 'signatures'] as const;

function twiceOrMissing(placed: readonly PlacedBlock[]): Contradiction[] {
  const seen = new Set<string>();
  const twice = placed.flatMap(({ block, path }) => {
    if (block.block === 'words') return [];
    const content = contentOf(block);
    if (seen.has(content)) return [{ path, message: say.twice(content) }];
    seen.add(content);
    return [];
  });
  const missing = required
    .filter((name) => !placed.some(({ block }) => block.block === name))
    .map((name) => ({ path: ['front'], message: say.missing(say.blocks[name]) }));
  return [...twice, ...missing];
}

function rowsAgainstThemselves({ front, back }: CardLayout): Contradiction[] {
  const rows = [
    ...front.map((row, r) => ({ row, path: ['front', r] })),
    ...(back ?? []).map((row, r) => ({ row, path: ['back', r] })),
  ];
  return rows.flatMap(({ row, path }): Contradiction[] => {
    const widths = row.flatMap((block) => ('width' in block && block.width !== undefined ? [block.width] : []));
    const alone = row.find(({ block }) => block === 'subjects' || block === 'signatures');
    if (alone && row.length > 1) return [{ path, message: say.alone(say.blocks[alone.block]) }];
    if (widths.length === 0) return [];
    if (row.length === 1) return [{ path, message: say.widthOfOne }];
    if (row.every(isFigure)) return [{ path, message: say.widthOfFigures }];
    if (widths.length < row.length) return [{ path, message: say.widthsOfSome }];
    const sum = widths.reduce((all, one) => all + one, 0);
    return sum === 100 ? [] : [{ path, message: say.widthsSum(sum) }];
  });
}

/** The signatures are at the foot of a page, and only words of the school may be below them. */
function signaturesNotAtFoot({ front, back }: CardLayout): Contradiction[] {
  return [
    { rows: front, side: 'front' },
    { rows: back ?? [], side: 'back' },
  ].flatMap(({ rows, side }) => {
    const signed = rows.findIndex((row) => row.some(({ block }) => block === 'signatures'));
    if (signed < 0) return [];
    const below = rows.findIndex((row, r) => r > signed && row.some(({ block }) => block !== 'words'));
    return below < 0 ? [] : [{ path: [side, below], message: say.belowSignatures }];
  });
}

function subjectsAgainstThemselves(
  { columns, teacherBelowTitle, groups }: BlockOf<'subjects'>,
  { layout, path }: { layout: CardLayout; path: (string | number)[] },
): Contradiction[] {
  const has = (name: string) => columns.some(({ column }) => column === name);
  const found: Contradiction[] = [];
  if (!['course', 'exam', 'total', 'totalInWords'].some(has)) {
    found.push({ path: [...path, 'columns'], message: say.noMark });
  }
  // One part alone would look like the whole mark in a term that has both.
  if (has('course') !== has('exam') && !has('total') && !has('totalInWords')) {
    found.push({ path: [...path, 'columns'], message: say.onePart });
  }
  if (has('totalInWords') && layout.marksInWords === null) {
    found.push({ path: [...path, 'columns'], message: say.noWords });
  }
  if (!has('totalInWords') && layout.marksInWords !== null) {
    found.push({ path: ['marksInWords'], message: say.wordsUnused });
  }
  const missing = missingWidth({ columns }, layout);
  if (missing > 0) found.push({ path: [...path, 'columns'], message: say.tooWide(missing) });
  if (has('teacher') && teacherBelowTitle) {
    found.push({ path: [...path, 'teacherBelowTitle'], message: say.teacherTwice });
  }
  const seen = new Set<string>();
  for (const [g, { subjects }] of (groups ?? []).entries()) {
    for (const [s, id] of subjects.entries()) {
      if (seen.has(id)) found.push({ path: [...path, 'groups', g, 'subjects', s], message: say.twice(id) });
      seen.add(id);
    }
  }
  return found;
}

/** A layout is of many classes, and the principal alone is the same in all of them. */
const signaturesOfMany = (block: LayoutBlock, path: (string | number)[]): Contradiction[] =>
  block.block !== 'signatures'
    ? []
    : block.of.flatMap(({ post, picture }, i) =>
        picture === undefined || post === 'principal'
          ? []
          : [{ path: [...path, 'of', i, 'picture'], message: say.signatureOfMany }],
      );

/** A column, fact or post that a list has twice. */
function listedTwice(block: LayoutBlock, path: (string | number)[]): Contradiction[] {
  const names =
    block.block === 'subjects'
      ? block.columns.map(({ column }, i) => ({ name: column, path: ['columns', i] }))
      : block.block === 'student'
        ? block.facts.flatMap((row, r) => row.map(({ fact }, i) => ({ name: fact, path: ['facts', r, i] })))
        : block.block === 'signatures'
          ? block.of.map(({ post }, i) => ({ name: post, path: ['of', i] }))
          : [];
  return names.flatMap(({ name, path: own }, index) =>
    names.findIndex((other) => other.name === name) < index
      ? [{ path: [...path, ...own], message: say.twice(name) }]
      : [],
  );
}

/** Each total has exactly one word: the highest first, the last from 0. */
function wordsOutOfOrder({ marksInWords }: CardLayout): Contradiction[] {
  if (marksInWords === null) return [];
  const found: Contradiction[] = marksInWords.flatMap(({ from }, i) => {
    const before = marksInWords[i - 1];
    return before !== undefined && from >= before.from
      ? [{ path: ['marksInWords', i, 'from'], message: say.wordsOrder }]
      : [];
  });
  const last = marksInWords.length - 1;
  if (marksInWords[last]?.from !== 0) found.push({ path: ['marksInWords', last, 'from'], message: say.wordsFromZero });
  return found;
}
