import type { ClientAnswer, TestClient } from '../../../support/callers/client.ts';
import { elementsWithRole, type PrintedElement, readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { term, year } from '../../../support/school/small-school.ts';

export interface PrintedCard {
  /** "Last, First". */
  name: string;
  /** Cells of each subject's row, in the order printed; the first is the title with the teacher's name. */
  rows: string[][];
  /** Every other text of the card, one entry a paragraph; what a label says comes after it ("Class 1A"). */
  texts: string[];
}

const asRead = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The report cards of a PDF as a reader reads them, one for each section. */
export async function readCards({ bytes }: Pick<ClientAnswer<unknown>, 'bytes'>): Promise<PrintedCard[]> {
  const { sections } = await readPrintedPdf(bytes);
  return sections.map((section) => ({
    name: asRead(firstText(section, 'H2')),
    rows: elementsWithRole([section], 'TR')
      .map((row) => row.children.map((cell) => asRead(textOf(cell))))
      .slice(1),
    texts: elementsWithRole([section], 'P').map((paragraph) => asRead(textOf(paragraph))),
  }));
}

const textOf = (element: PrintedElement): string => [element.text, ...element.children.map(textOf)].join(' ');
const firstText = (section: PrintedElement, role: string): string =>
  elementsWithRole([section], role).map(textOf).at(0) ?? '';

/** GET /report-card of the small school's term; `change` overrides. */
export function printCards(client: TestClient, change: Record<string, string>): Promise<ClientAnswer<unknown>> {
  const query = new URLSearchParams({ year: String(year), term: String(term), ...change });
  return client.send({ method: 'GET', path: `/report-card?${query}` });
}
