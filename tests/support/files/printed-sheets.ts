import { elementsWithRole, type PrintedElement, readPrintedPdf } from './printed-pdf.ts';

/** A table of a printed sheet: cells as text, one row each, the head first; and the paragraphs around it. */
export interface PrintedSheet {
  title: string;
  pages: number;
  rows: string[][];
  texts: string[];
}

const asRead = (text: string) => text.replace(/\s+/g, ' ').trim();
const textOf = (element: PrintedElement): string => [element.text, ...element.children.map(textOf)].join(' ');

/** Mark sheet or rank sheet as a reader reads it, one entry a section; throws where text is outside the paper. */
export async function readPrintedSheets(bytes: Uint8Array): Promise<PrintedSheet[]> {
  const { sections, title, pages } = await readPrintedPdf(bytes);
  for (const { width, height, texts } of pages) {
    for (const { text, x, y, width: length } of texts) {
      if (x < 0 || x + length > width || y < 0 || y > height) throw new Error(`"${text}" is outside the page`);
    }
  }
  return sections.map((section) => ({
    title,
    pages: pages.length,
    rows: elementsWithRole([section], 'TR').map((row) => row.children.map((cell) => asRead(textOf(cell)))),
    texts: elementsWithRole([section], 'P').map((paragraph) => asRead(textOf(paragraph))),
  }));
}

/** Students and figures of a mark sheet with one section or several: what its rows say, put together by student. */
export function readPrintedMarkSheet(sheets: readonly PrintedSheet[]) {
  const [first] = sheets;
  const students = (first?.rows.slice(1, -1) ?? []).map(([number, name, average, rank], index) => ({
    number,
    name,
    average,
    rank,
    cells: sheets.flatMap(({ rows }) => rows[index + 1]?.slice(4) ?? []),
  }));
  return { subjects: sheets.flatMap(({ rows }) => rows[0]?.slice(4) ?? []), students };
}
