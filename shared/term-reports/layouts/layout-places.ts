import type { CardLayout } from './card-layout.ts';
import { listBlocks, nameOfBlock } from './edit-layout.ts';
import { blockTitles, partTitles } from './screen-wordings.ts';

/** The texts that no draft may lack, by what the screen calls them; null where none is blank. Pure. */
export function nameOfBlank(layout: CardLayout): string | null {
  const texts: [name: string, text: string][] = [
    ['Name', layout.name],
    ['Title of the card', layout.title],
    ...listBlocks(layout).flatMap(({ block }): [string, string][] =>
      block.block === 'words' ? [[blockTitles.words, block.text]] : [],
    ),
    ...(layout.marksInWords ?? []).map(({ words }): [string, string] => [partTitles.marksInWords, words]),
  ];
  return texts.find(([, text]) => text.trim() === '')?.[0] ?? null;
}

/** The place of a problem as the screen calls it: "Back, Signatures". `place`: `layout.back.4.0.of`. Pure. */
export function placeTitle(layout: CardLayout, place: string): string {
  const [, side = '', row, block] = place.split('.');
  if (side !== 'front' && side !== 'back') return side === 'marksInWords' ? partTitles.marksInWords : 'Layout';
  const title = layout.back === null ? 'Card' : side === 'front' ? 'Front' : 'Back';
  const own = (row === undefined ? undefined : layout[side]?.[Number(row)]) ?? [];
  const named = block === undefined ? own : own.slice(Number(block), Number(block) + 1);
  return [title, ...named.map((one) => blockTitles[nameOfBlock(one)])].join(', ');
}
