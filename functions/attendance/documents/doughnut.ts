import { type Block, decorated, space } from '#functions/platform/pdf/layout/block.ts';
import { columns } from '#functions/platform/pdf/layout/columns.ts';
import { paragraph } from '#functions/platform/pdf/layout/paragraph.ts';
import { stack } from '#functions/platform/pdf/layout/stack.ts';
import type { Colour } from '#functions/platform/pdf/page.ts';
import { doughnut } from '#shared/attendance/chart.ts';
import type { SheetStyle } from '../../term-reports/report-cards/print/sheet-style.ts';
import { percentText } from './sheet-text.ts';

export interface Chart {
  title: string;
  part: number;
  whole: number;
  colour: Colour;
}

/** Charts beside each other, as many in a row as fit; each with its percentage in the middle and its title below. */
export function chartRow(
  charts: readonly Chart[],
  { style, width, radius }: { style: SheetStyle; width: number; radius: number },
): Block {
  const each = width / charts.length;
  return columns(
    charts.map((chart, index) => ({ x: index * each, block: chartBlock(chart, { style, width: each, radius }) })),
  );
}

function chartBlock(
  { title, part, whole, colour }: Chart,
  { style, width, radius }: { style: SheetStyle; width: number; radius: number },
): Block {
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  const figure = paragraph({ text: percentText(part, whole), style: style.chartFigure, width });
  const above = radius - figure.height / 2;
  const ring = decorated(
    stack([{ block: space(above) }, { block: figure }, { block: space(above) }]),
    ({ page, x, top }) => {
      const at = { x: x + width / 2, y: top + radius, outer: radius, inner: radius * doughnut.cutout };
      page.ring({ ...at, from: 0, to: share, colour });
      page.ring({ ...at, from: share, to: 1, colour: doughnut.rest });
    },
  );
  return stack([
    { block: ring },
    { block: space(3) },
    { block: paragraph({ text: title, style: style.chartTitle, width, type: 'P' }) },
  ]);
}
