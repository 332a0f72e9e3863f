import type { PdfDocument } from '../../../platform/pdf/document.ts';
import type { ParagraphStyle } from '../../../platform/pdf/layout/paragraph.ts';
import { openCardFonts, paperStyle, printColours } from '../../../term-reports/report-cards/print/styles.ts';

const { ink, muted, accent } = printColours;

/** Sizes in points. */
export function formStyle(document: PdfDocument) {
  const { text, strong, display } = openCardFonts(document);
  return {
    ...paperStyle(document),
    title: { font: strong, size: 13, colour: accent, leading: 18 },
    student: { font: display, size: 17, colour: ink, leading: 22, smallest: 11, maxLines: 3 },
    note: { font: text, size: 9.4, colour: muted, leading: 14 },
    inBox: { font: text, size: 8, colour: muted, leading: 11, align: 'centre' },
    heading: { font: strong, size: 10, colour: accent, leading: 13 },
    label: { font: text, size: 7.4, colour: muted, leading: 9.4, smallest: 6, maxLines: 1 },
    value: { font: strong, size: 9.4, colour: ink, leading: 15, smallest: 7 },
    long: { font: text, size: 9.2, colour: ink, leading: 11.6 },
    asked: { font: text, size: 8.6, colour: muted, leading: 15 },
    running: { font: strong, size: 8.6, colour: muted, leading: 11 },
  } as const satisfies Record<string, ParagraphStyle>;
}

export type FormStyle = ReturnType<typeof formStyle>;
