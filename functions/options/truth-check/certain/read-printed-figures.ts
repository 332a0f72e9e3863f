import { getDocumentProxy } from 'unpdf';

/** A printed card as a reader reads it. */
export interface PrintedFigures {
  /** The rows of its table, cell by cell; the first is the head. */
  rows: string[][];
  /** Its paragraphs. */
  paragraphs: string[];
  /** Its headings. */
  headings: string[];
}

interface TreeNode {
  role?: string;
  type?: string;
  id?: string;
  children?: TreeNode[];
}

const asRead = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Reads the cards of a PDF back, in their order: the text of the pages, through the fonts' own maps, by the document's
 * structure. A library reads it, so that nothing is shared with what has printed it.
 */
export async function readPrintedFigures(bytes: Uint8Array): Promise<PrintedFigures[]> {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const outline = (await document.getOutline()) ?? [];
    const starts = new Set(
      await Promise.all(outline.map(({ dest }) => document.getPageIndex(Array.isArray(dest) ? dest[0] : null))),
    );
    const cards: PrintedFigures[] = [];
    for (let index = 0; index < document.numPages; index += 1) {
      const page = await document.getPage(index + 1);
      if (starts.has(index)) cards.push({ rows: [], paragraphs: [], headings: [] });
      const card = cards.at(-1);
      const tree = (await page.getStructTree()) as TreeNode | null;
      const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
      const texts = new Map<string, string>();
      let mark: string | null = null;
      for (const item of items) {
        if ('type' in item) mark = item.type === 'beginMarkedContentProps' ? item.id : null;
        else if (mark !== null) texts.set(mark, `${texts.get(mark) ?? ''}${item.str}${item.hasEOL ? '\n' : ''}`);
      }
      if (card && tree) addFigures(card, tree, texts);
    }
    return cards;
  } finally {
    await document.loadingTask.destroy();
  }
}

function addFigures(card: PrintedFigures, node: TreeNode, texts: ReadonlyMap<string, string>): void {
  const children = node.children ?? [];
  if (node.role === 'Table') addRows(card, children, texts);
  else if (node.role === 'P') card.paragraphs.push(asRead(textOf(node, texts)));
  else if (/^H\d$/.test(node.role ?? '')) card.headings.push(asRead(textOf(node, texts)));
  else for (const child of children) addFigures(card, child, texts);
}

/** A table that goes on on the next page comes whole with each, with the text of that page only. */
function addRows({ rows }: PrintedFigures, table: readonly TreeNode[], texts: ReadonlyMap<string, string>): void {
  for (const [index, { children: cells = [] }] of table.entries()) {
    const before = rows[index] ?? [];
    rows[index] = cells.map((cell, column) => asRead(`${before[column] ?? ''} ${textOf(cell, texts)}`));
  }
}

function textOf(node: TreeNode, texts: ReadonlyMap<string, string>): string {
  if (node.type === 'content') return texts.get(node.id ?? '') ?? '';
  return (node.children ?? []).map((child) => textOf(child, texts).trim()).join('\n');
}
