import type { PdfDocument } from '#functions/platform/pdf/document.ts';
import { a4Sheet, type PaperSheet } from '#functions/platform/pdf/layout/flow.ts';
import type { ParagraphStyle } from '#functions/platform/pdf/layout/paragraph.ts';
import type { TableStyle } from '#functions/platform/pdf/layout/table-block.ts';
import { LETTER_PORTRAIT } from '#functions/platform/pdf/pdf-page.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';

/** All dark enough for a black and white printer. */
export const printColours = {
  ink: '#14181f',
  muted: '#4a5463',
  accent: '#173a63',
  hairline: '#c3cad3',
  tint: '#f1f4f7',
  /** Behind the text: visible at a glance, and light enough to read over. */
  draft: '#e3e6ea',
} as const;

const { ink, muted, accent } = printColours;

export const openCardFonts = (document: PdfDocument) => ({
  text: document.font('text'),
  strong: document.font('strong'),
  display: document.font('display'),
});

/** Letterhead, footer and running head of every document. Sizes in points. */
export function paperStyle(document: PdfDocument) {
  const { text, strong, display } = openCardFonts(document);
  return {
    school: { font: display, size: 18, colour: accent, leading: 22, smallest: 12, maxLines: 2 },
    motto: { font: text, size: 9, colour: muted, leading: 12 },
    address: { font: text, size: 8.2, colour: muted, leading: 11, align: 'right' },
    running: { font: strong, size: 8.6, colour: ink, leading: 11 },
    footer: { font: text, size: 7.6, colour: muted },
  } as const satisfies Record<string, ParagraphStyle>;
}

/** Portrait A4 with the margins of every document but the mark sheets. */
export const portraitSheet = a4Sheet({ top: 34, right: 40, bottom: 38, left: 40 });

/** The paper of a report card. */
export const cardSheets: Record<CardLayout['paper'], PaperSheet> = {
  A4: portraitSheet,
  Letter: { ...portraitSheet, size: LETTER_PORTRAIT },
};

/** Styles of a report card, in points. `scale` is 1, or less to fit a card on one page. */
export function reportCardStyle(document: PdfDocument, scale: number) {
  const { text, strong, display } = openCardFonts(document);
  const body = 8.7 * scale;
  return {
    ...paperStyle(document),
    title: { font: strong, size: 10, colour: accent, leading: 14 },
    period: { font: strong, size: 10, colour: accent, leading: 14, align: 'right' },
    student: { font: display, size: 16, colour: ink, leading: 20, smallest: 11, maxLines: 2 },
    label: { font: text, size: 7.6, colour: muted, leading: 9.5 },
    value: { font: strong, size: 9.4, colour: ink, leading: 12, smallest: 7.5 },
    figure: { font: strong, size: 12, colour: ink, leading: 15 },
    average: { font: display, size: 17, colour: accent, leading: 21 },
    columnTitle: { font: strong, size: 8, colour: ink, leading: 9.8 },
    columnTitleCentred: { font: strong, size: 8, colour: ink, leading: 9.8, align: 'centre' },
    columnNote: { font: text, size: 7.2, colour: muted, leading: 9, align: 'centre' },
    subject: { font: strong, size: 9.2 * scale, colour: ink, leading: 11.2 * scale, smallest: 7 },
    group: { font: strong, size: 8.2 * scale, colour: accent, leading: 10.2 * scale, smallest: 6.5 },
    teacher: { font: text, size: 7.8 * scale, colour: muted, leading: 9.6 * scale, smallest: 6.5 },
    mark: { font: text, size: 9.4 * scale, colour: ink, leading: 11.2 * scale, align: 'decimal' },
    total: { font: strong, size: 9.4 * scale, colour: ink, leading: 11.2 * scale, align: 'decimal' },
    letter: { font: text, size: 9.4 * scale, colour: ink, leading: 11.2 * scale, align: 'centre' },
    gradeInWords: { font: text, size: 8.2 * scale, colour: ink, leading: 9.8 * scale, align: 'centre' },
    comment: { font: text, size: body, colour: ink, leading: 10.4 * scale },
    key: { font: text, size: 7.6, colour: muted, leading: 9.8 },
    heading: { font: strong, size: 9.2 * scale, colour: accent, leading: 12.2 * scale },
    remark: { font: text, size: 9.2 * scale, colour: ink, leading: 11.4 * scale },
    signatory: { font: strong, size: 8.6, colour: ink, leading: 11, smallest: 7 },
    runningNote: { font: text, size: 8.6, colour: muted, leading: 11, align: 'right' },
    draft: { font: display, size: 150, colour: printColours.draft },
  } as const satisfies Record<string, ParagraphStyle>;
}

export type ReportCardStyle = ReturnType<typeof reportCardStyle>;

/** `gap` is 1, or less to reduce the room between rows. */
export const cardTableStyle = ({ scale, gap }: { scale: number; gap: number }): TableStyle => ({
  padding: { horizontal: 3, vertical: 2.7 * scale * gap },
  rule: { thickness: 0.5, colour: printColours.hairline },
  strongRule: { thickness: 0.9, colour: printColours.ink },
  // Higher than a comment of 500 wide letters: no row within the limits is ever cut.
  wholeRow: 250,
});

/** Styles of sheets and lists: mark sheet, rank sheet, reports. Sizes in points. */
export function createSheetAndListStyles(document: PdfDocument) {
  const { text, strong, display } = openCardFonts(document);
  return {
    ...paperStyle(document),
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
  } as const satisfies Record<string, ParagraphStyle>;
}

export type SheetStyle = ReturnType<typeof createSheetAndListStyles>;

export const sheetTableStyle: TableStyle = {
  padding: { horizontal: 2.5, vertical: 1.6 },
  rule: { thickness: 0.4, colour: printColours.hairline },
  strongRule: { thickness: 0.9, colour: printColours.ink },
  // Higher than any row of a name and figures: none is ever cut.
  wholeRow: 200,
};

/** For a class of forty on one page. */
export const denseTableStyle: TableStyle = { ...sheetTableStyle, padding: { horizontal: 2.5, vertical: 0.8 } };
