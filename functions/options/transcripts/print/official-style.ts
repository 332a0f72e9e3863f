import type { PdfDocument } from '../../../platform/pdf/document.ts';
import type { ParagraphStyle } from '../../../platform/pdf/layout/paragraph.ts';
import type { TableStyle } from '../../../platform/pdf/layout/table-block.ts';
import { paperStyle, printColours } from '../../../term-reports/report-cards/print/styles.ts';

const { ink, muted, accent, hairline, draft } = printColours;

/** Styles of documents about a student. Sizes in points. */
export function officialStyle(document: PdfDocument) {
  const [text, strong, display] = [document.font('text'), document.font('strong'), document.font('display')];
  return {
    ...paperStyle(document),
    title: { font: display, size: 15, colour: ink, leading: 19, smallest: 12 },
    about: { font: strong, size: 10.5, colour: accent, leading: 19, align: 'right' },
    student: { font: display, size: 14, colour: ink, leading: 18, smallest: 9, maxLines: 3 },
    label: { font: text, size: 7.6, colour: muted, leading: 9.5 },
    value: { font: strong, size: 9.2, colour: ink, leading: 12, smallest: 7 },
    year: { font: strong, size: 10, colour: accent, leading: 14 },
    column: { font: strong, size: 8, colour: ink, leading: 10, smallest: 6.5 },
    columnCentred: { font: strong, size: 8, colour: ink, leading: 10, align: 'centre', smallest: 6 },
    subject: { font: text, size: 8.8, colour: ink, leading: 11, smallest: 6.5 },
    mark: { font: strong, size: 8.8, colour: ink, leading: 11, align: 'centre', smallest: 6.5 },
    average: { font: strong, size: 8.8, colour: accent, leading: 11, align: 'centre' },
    averageTitle: { font: strong, size: 8.8, colour: accent, leading: 11 },
    code: { font: text, size: 7, colour: muted, leading: 9, align: 'centre', smallest: 5.5 },
    note: { font: text, size: 7.8, colour: muted, leading: 10.4 },
    sentence: { font: text, size: 11.5, colour: ink, leading: 18 },
    signatory: { font: strong, size: 9, colour: ink, leading: 12, smallest: 7 },
    draft: { font: display, size: 150, colour: draft },
  } as const satisfies Record<string, ParagraphStyle>;
}

export type OfficialStyle = ReturnType<typeof officialStyle>;

export const officialTableStyle: TableStyle = {
  padding: { horizontal: 4, vertical: 1.7 },
  rule: { thickness: 0.4, colour: hairline },
  strongRule: { thickness: 0.9, colour: ink },
  // Higher than any title of a subject: none is ever cut.
  wholeRow: 200,
};
