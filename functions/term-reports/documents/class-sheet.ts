import { PdfDocument } from '#functions/platform/pdf/document.ts';
import { type Block, decorated, padded, space } from '#functions/platform/pdf/layout/block.ts';
import { columns } from '#functions/platform/pdf/layout/columns.ts';
import { contentWidth, flowSection, type Sheet } from '#functions/platform/pdf/layout/flow.ts';
import { paragraph } from '#functions/platform/pdf/layout/paragraph.ts';
import { stack } from '#functions/platform/pdf/layout/stack.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { colour } from '../../report-cards/print/report-card-style.ts';
import { drawFooter, letterhead, printedOn, room } from '../../report-cards/print/school-paper.ts';
import type { SchoolHead } from '../../report-cards/report-card.ts';
import type { ClassMarks } from '../class-marks.ts';
import { type ClassSheetStyle, classSheetStyle } from './class-sheet-style.ts';

export interface ClassSheetOptions {
  school: SchoolHead;
  marks: ClassMarks;
  printedAt: Date;
}

/** One section of a class sheet, with what it says beside the page number ("Subjects 1 to 12 of 20"). */
export interface ClassSheetPart {
  bookmark: string;
  note: string | null;
  body: (style: ClassSheetStyle, width: number) => Block;
}

/** Prints a sheet about a class: letterhead and title, then each part from a fresh page on. */
export function renderClassSheet(
  { school, marks, printedAt }: ClassSheetOptions,
  { name, sheet, parts }: { name: string; sheet: Sheet; parts: readonly ClassSheetPart[] },
): Uint8Array {
  const { classId, termTitle, year } = marks;
  const period = `${termTitle}, ${academicYearTitle(year)}`;
  const document = new PdfDocument({
    title: `${name}, ${classId}, ${period}`,
    author: school.name,
    language: 'en',
    createdAt: printedAt,
  });
  const style = classSheetStyle(document);
  const width = contentWidth(sheet);
  for (const { bookmark, note, body } of parts) {
    const half = width / 2;
    const title = columns([
      { x: 0, block: paragraph({ text: `${name}, ${classId}`, style: style.title, width: half, type: 'H1' }) },
      { x: half, block: paragraph({ text: period, style: style.period, width: half, type: 'P' }) },
    ]);
    flowSection({
      document,
      sheet,
      title: bookmark,
      block: stack([
        { block: letterhead(school, { style, width }) },
        { block: space(6) },
        { block: title },
        { block: space(4) },
        { block: body(style, width) },
      ]),
      again: runningHead(`${name}, ${classId}, ${period}, continued`, { style, width }),
      drawFrame: (page, { number, pages }) =>
        drawFooter(page, {
          sheet,
          left: `Printed ${printedOn(printedAt, school.timeZone)}`,
          right: [note, `Page ${number} of ${pages}`].filter((text) => text !== null).join('   ·   '),
          style: style.footer,
        }),
    });
  }
  return document.finish();
}

function runningHead(text: string, { style, width }: { style: ClassSheetStyle; width: number }): Block {
  const head = padded(paragraph({ text, style: style.running, width }), room(0, 4));
  const ruled = decorated(head, ({ page, x, top }, height) =>
    page.fill({ x, y: top + height - 0.6, width, height: 0.6, colour: colour.accent }),
  );
  return padded(ruled, room(0, 6));
}
