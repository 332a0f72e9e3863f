import { type Block, decorateBlock, keepTogether, verticalSpace } from '../../../platform/pdf/layout/block.ts';
import { paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { placeSideBySide, stackBlocks } from '../../../platform/pdf/layout/stack.ts';
import { printColours } from '../../../term-reports/report-cards/print/styles.ts';
import type { OfficialStyle } from './official-style.ts';

/** Lines for the principal's signature and the school's stamp, with room above to write. They stay together. */
export function signatureBlock(
  { principal, day }: { principal: string | null; day: string },
  { style, width }: { style: OfficialStyle; width: number },
): Block {
  const gap = 28;
  const column = (width - 2 * gap) / 3;
  const line = (name: string, label: string): Block =>
    stackBlocks([
      {
        block: decorateBlock(verticalSpace(52), ({ page, x, top }, height) =>
          page.fill({ x, y: top + height - 0.6, width: column, height: 0.6, colour: printColours.ink }),
        ),
      },
      { block: verticalSpace(3) },
      { block: paragraphBlock({ text: name, style: style.signatory, width: column, type: 'P' }) },
      { block: paragraphBlock({ text: label, style: style.label, width: column, type: 'P' }) },
    ]);
  return keepTogether(
    placeSideBySide([
      { x: 0, block: line(principal ?? ' ', 'Principal') },
      { x: column + gap, block: line(' ', 'Stamp of the school') },
      { x: 2 * (column + gap), block: line(day, 'Date of issue') },
    ]),
  );
}
