import type { PdfDocument } from '#functions/platform/pdf/document.ts';
import type { ParagraphStyle } from '#functions/platform/pdf/layout/paragraph.ts';
import type { TableStyle } from '#functions/platform/pdf/layout/table.ts';
import { colour } from './report-card-style.ts';

/** What the sheets and lists of the school are set in: mark sheet, rank sheet, reports. Sizes in points. */
export function sheetStyle(document: PdfDocument) {
  const text = document.font('text');
  const strong = document.font('strong');
  const display = document.font('display');
  const { ink, muted, accent } = colour;
  return {
    school: { font: display, size: 15, colour: accent, leading: 18, smallest: 11, maxLines: 2 },
    motto: { font: text, size: 8.6, colour: muted, leading: 11 },
    address: { font: text, size: 7.8, colour: muted, leading: 10, align: 'right' },
    title: { font: display, size: 13, colour: ink, leading: 17 },
    period: { font: strong, size: 10, colour: accent, leading: 17, align: 'right' },
    note: { font: text, size: 7.8, colour: muted, leading: 10.2 },
    columnTitle: { font: strong, size: 7.8, colour: ink, leading: 9.6, smallest: 6 },
    columnTitleCentred: { font: strong, size: 7.8, colour: ink, leading: 9.6, align: 'centre', smallest: 5.5 },
    columnTitleRight: { font: strong, size: 7.8, colour: ink, leading: 9.6, align: 'right' },
    columnNote: { font: text, size: 6.8, colour: muted, leading: 8.4, align: 'centre', smallest: 5.5 },
    number: { font: text, size: 7.8, colour: muted, leading: 10.4, align: 'right' },
    name: { font: strong, size: 8.6, colour: ink, leading: 10.4, smallest: 7 },
    mark: { font: strong, size: 8.6, colour: ink, leading: 10.4, align: 'decimal' },
    parts: { font: text, size: 6.6, colour: muted, leading: 8, align: 'centre', smallest: 5 },
    average: { font: strong, size: 8.8, colour: accent, leading: 10.4, align: 'centre' },
    entered: { font: text, size: 6.8, colour: muted, leading: 8.2, align: 'centre', smallest: 5.5 },
    rank: { font: strong, size: 10, colour: accent, leading: 13, align: 'right' },
    ranked: { font: strong, size: 9.4, colour: ink, leading: 13, smallest: 7.5 },
    rankedText: { font: text, size: 9, colour: muted, leading: 13, smallest: 7 },
    rankedAverage: { font: strong, size: 10, colour: ink, leading: 13, align: 'right' },
    listText: { font: text, size: 8.6, colour: ink, leading: 11, smallest: 6.5 },
    listName: { font: strong, size: 8.6, colour: ink, leading: 11, smallest: 6.5 },
    listNumber: { font: text, size: 8.6, colour: ink, leading: 11, align: 'right', smallest: 6.5 },
    listTotal: { font: strong, size: 8.6, colour: ink, leading: 11, align: 'right' },
    dayMark: { font: text, size: 7.8, colour: ink, leading: 10.4, align: 'centre', smallest: 5.5 },
    chartFigure: { font: display, size: 11, colour: ink, leading: 14, align: 'centre' },
    chartTitle: { font: text, size: 7.8, colour: muted, leading: 10.2, align: 'centre' },
    running: { font: strong, size: 8.6, colour: ink, leading: 11 },
    footer: { font: text, size: 7.6, colour: muted },
  } as const satisfies Record<string, ParagraphStyle>;
}

export type SheetStyle = ReturnType<typeof sheetStyle>;

export const sheetTableStyle: TableStyle = {
  padding: { horizontal: 2.5, vertical: 1.6 },
  rule: { thickness: 0.4, colour: colour.hairline },
  strongRule: { thickness: 0.9, colour: colour.ink },
  // No row of a name and figures is as high as this: none is ever cut in two.
  wholeRow: 200,
};

/** Where a class of forty is to be on one page. */
export const denseTableStyle: TableStyle = { ...sheetTableStyle, padding: { horizontal: 2.5, vertical: 0.8 } };
