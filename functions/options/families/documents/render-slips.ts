import { correction, generate } from 'lean-qr';
import { PdfDocument } from '../../../platform/pdf/document.ts';
import { type ParagraphStyle, paragraphBlock } from '../../../platform/pdf/layout/paragraph.ts';
import { A4_PORTRAIT, type Page } from '../../../platform/pdf/pdf-page.ts';
import type { StructureElement } from '../../../platform/pdf/structure.ts';
import { openCardFonts, printColours } from '../../../term-reports/report-cards/print/styles.ts';
import type { SchoolHead } from '../../../term-reports/report-cards/report-card.ts';

/** A quarter of a page for one family, with the address as text and as QR code. */
export interface FamilySlip {
  head: string;
  name: string;
  classId: string;
  address: string;
  /** Labels and values before what to do. */
  facts: readonly (readonly [string, string])[];
  steps: readonly string[];
  note: string;
}

/** Points. Four slips a page, cut on the hairlines. */
const perPage = 4;
const height = A4_PORTRAIT.height / perPage;
const margin = { x: 42, y: 26 };
const code = 112;
const gap = 22;
const textWidth = A4_PORTRAIT.width - 2 * margin.x - code - gap;
/** The column of labels before the facts. */
const labelWidth = 104;

/** Prints a slip for each student, in the order given. */
export function renderSlips({
  school,
  title,
  slips,
  printedAt,
}: {
  school: SchoolHead;
  title: string;
  slips: readonly FamilySlip[];
  printedAt: Date;
}): Uint8Array {
  const document = new PdfDocument({ title, author: school.name, language: 'en', createdAt: printedAt });
  const style = slipStyle(document);
  const section = document.openSection(title);
  let page: Page | undefined;
  for (const [index, slip] of slips.entries()) {
    const place = index % perPage;
    if (place === 0 || !page) page = document.addPage(A4_PORTRAIT);
    const top = place * height;
    if (place > 0) page.fill({ x: 0, y: top, width: A4_PORTRAIT.width, height: 0.5, colour: printColours.hairline });
    drawSlip(slip, { page, top: top + margin.y, style, section, school });
    drawCode(slip.address, { page, x: A4_PORTRAIT.width - margin.x - code, y: top + margin.y + 34 });
  }
  document.closeSection();
  return document.finish();
}

interface Drawing {
  page: Page;
  top: number;
  style: SlipStyle;
  section: StructureElement;
  school: SchoolHead;
}

function drawSlip({ head, name, classId, facts, steps, note }: FamilySlip, drawing: Drawing): void {
  const { page, style, section, school } = drawing;
  let { top } = drawing;
  const line = (
    text: string,
    as: ParagraphStyle,
    { x = 0, width = textWidth, after = 0, type = 'P' as const } = {},
  ) => {
    const block = paragraphBlock({ text, style: as, width, type });
    block.draw({ page, x: margin.x + x, top, parent: section });
    return block.height + after;
  };
  top += line(school.name, style.school, { after: 1 });
  top += line(head, style.head, { after: 8 });
  top += line(`${name}, ${classId}`, style.name, { after: 6 });
  for (const [label, value] of facts) {
    line(label, style.label, { width: labelWidth });
    top += line(value, style.value, { x: labelWidth, width: textWidth - labelWidth, after: 3 });
  }
  top += 6;
  for (const [index, step] of steps.entries()) top += line(`${index + 1}. ${step}`, style.step, { after: 1 });
  line(note, style.note, { width: A4_PORTRAIT.width - 2 * margin.x });
}

/** Modules of the quiet zone on each side of a QR code. */
const quiet = 4;

/** The address as a QR code in a square of `code` points, its quiet zone included. */
function drawCode(address: string, { page, x, y }: { page: Page; x: number; y: number }): void {
  const modules = generate(address, { minCorrectionLevel: correction.M });
  const zone = (code * quiet) / (modules.size + 2 * quiet);
  page.modules({ x: x + zone, y: y + zone, size: code - 2 * zone, colour: '#000000', modules });
}

/** Sizes in points. */
function slipStyle(document: PdfDocument) {
  const { text, strong, display } = openCardFonts(document);
  const { ink, muted, accent } = printColours;
  return {
    school: { font: display, size: 13, colour: accent, leading: 16, smallest: 9, maxLines: 1 },
    head: { font: text, size: 9.5, colour: muted, leading: 12 },
    name: { font: strong, size: 12.5, colour: ink, leading: 15, smallest: 8, maxLines: 2 },
    label: { font: text, size: 9.5, colour: muted, leading: 16 },
    value: { font: strong, size: 12, colour: ink, leading: 16, smallest: 7 },
    step: { font: text, size: 9.2, colour: ink, leading: 12 },
    note: { font: text, size: 8.4, colour: muted, leading: 12 },
  } as const satisfies Record<string, ParagraphStyle>;
}

type SlipStyle = ReturnType<typeof slipStyle>;
