import { type Block, verticalSpace } from '#functions/platform/pdf/layout/block.ts';
import { placeSideBySide, type StackedBlock } from '#functions/platform/pdf/layout/stack.ts';
import type { BlockOf, CardLayout, LayoutBlock, LayoutPage } from '#shared/term-reports/layouts/card-layout.ts';
import { isFigure } from '#shared/term-reports/layouts/contradictions.ts';
import { remarkTitles } from '#shared/term-reports/wordings.ts';
import type { ReportCard } from '../report-card.ts';
import { coCurricularBlock, musicBlock, remarkBlock, reopeningBlock, wordsBlock } from './card-notes.ts';
import { type CardSetting, gradeKeyBlock, studentDetailsBlock, summaryBandBlock } from './report-card-parts.ts';
import { subjectTableBlock } from './subject-table.ts';

/** How a card is set: `scale` of its letters, and the factor for gaps between parts and rows: 1, or less. */
export interface RowSetting extends CardSetting {
  scale: number;
  gap: number;
}

/** Room between blocks that stand beside each other. Points. */
const gutter = 16;

/** Room above a row that begins with such a block, in points at full gaps; null for a note, whose room is scaled. */
const roomAbove: Record<Exclude<LayoutBlock['block'], 'signatures'>, number | null> = {
  student: 3,
  average: 8,
  attendance: 8,
  conduct: 8,
  subjects: 6,
  legend: 5,
  music: null,
  activities: null,
  remarks: null,
  reopening: null,
  words: null,
};
const noteRoom = 7;

const roomOf = ([first]: readonly LayoutBlock[]): number | null =>
  first && first.block !== 'signatures' ? roomAbove[first.block] : null;

/**
 * The rows of a page as blocks below each other, each with the room above it. A row of which the card has nothing is
 * left out.
 * @param isFirst of a page without a head: its first row has no room above
 */
export function cardRows(
  card: ReportCard,
  layout: CardLayout,
  { rows, isFirst, ...setting }: RowSetting & { rows: LayoutPage; isFirst: boolean },
): StackedBlock[] {
  const { scale, gap } = setting;
  const filled = rows.flatMap((row) => {
    const block = rowBlock(card, layout, { row, ...setting });
    return block ? [{ row, block }] : [];
  });
  return filled.flatMap(({ row, block }, index): StackedBlock[] => {
    const own = roomOf(row);
    const isNote = own === null;
    const room = isFirst && index === 0 ? 0 : (own ?? noteRoom * scale) * gap;
    return [
      { block: verticalSpace(room), keepWithNext: isNote },
      // The last note stays with the signatures, which are never alone on a page.
      { block, keepWithNext: isNote && index === filled.length - 1 },
    ];
  });
}

function rowBlock(
  card: ReportCard,
  layout: CardLayout,
  { row, ...setting }: RowSetting & { row: readonly LayoutBlock[] },
): Block | null {
  const { width } = setting;
  if (row.every(isFigure)) {
    const figures = row.map(({ block }) => block as BlockOf<'average' | 'attendance' | 'conduct'>['block']);
    return summaryBandBlock(card, { ...setting, figures, grades: layout.grades });
  }
  const [first] = row;
  if (first && row.length === 1) return singleBlock(card, layout, { block: first, ...setting });
  const free = width - gutter * (row.length - 1);
  let x = 0;
  const blocks = row.flatMap((block) => {
    const share = 'width' in block && block.width !== undefined ? block.width / 100 : 1 / row.length;
    const own = singleBlock(card, layout, { block, ...setting, width: free * share });
    const place = x;
    x += free * share + gutter;
    return own ? [{ x: place, block: own }] : [];
  });
  return blocks.length === 0 ? null : placeSideBySide(blocks);
}

/** A block of the layout; null where the card has nothing for it. */
function singleBlock(
  card: ReportCard,
  layout: CardLayout,
  { block, ...setting }: RowSetting & { block: LayoutBlock },
): Block | null {
  const { grades, marksInWords } = layout;
  switch (block.block) {
    case 'student':
      return studentDetailsBlock(card, { ...setting, facts: block.facts });
    case 'average':
    case 'attendance':
    case 'conduct':
      return summaryBandBlock(card, { ...setting, figures: [block.block], grades });
    case 'subjects':
      return subjectTableBlock(card, { ...setting, ...block, grades, marksInWords });
    case 'legend':
      return gradeKeyBlock(card, { ...setting, grades, marksInWords, columns: columnsOf(layout) });
    case 'music':
      return card.music && musicBlock(card.music, { ...setting, grades });
    case 'activities':
      return card.coCurricular.length === 0
        ? null
        : coCurricularBlock(card.coCurricular, { ...setting, heading: block.heading });
    case 'remarks': {
      const text = card.remarks[block.of];
      return text === null ? null : remarkBlock(block.heading ?? remarkTitles[block.of], text, setting);
    }
    case 'reopening': {
      const { newTermBeginning } = card.period;
      return newTermBeginning === null ? null : reopeningBlock(newTermBeginning, setting);
    }
    case 'words':
      return wordsBlock(block.text, setting);
    case 'signatures':
      throw new Error('the signatures are set at the foot of their page');
  }
}

const columnsOf = ({ front, back }: CardLayout) =>
  [...front, ...(back ?? [])].flat().flatMap((block) => (block.block === 'subjects' ? block.columns : []));
