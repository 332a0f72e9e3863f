import { getDocumentProxy } from 'unpdf';

/** One stretch of text on a page; points from the top left corner, `y` at the baseline. */
export interface PrintedText {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  /** Decoration (running heads, page numbers) is not part of the document's structure. */
  isDecoration: boolean;
}

export interface PrintedPage {
  width: number;
  height: number;
  texts: PrintedText[];
}

/** An element of the document's structure with the text that is marked as its content, over all pages. */
export interface PrintedElement {
  role: string;
  text: string;
  children: PrintedElement[];
}

export interface PrintedPdf {
  title: string;
  language: string | null;
  isTagged: boolean;
  bookmarks: string[];
  pages: PrintedPage[];
  /** One for each section. */
  sections: PrintedElement[];
}

interface TreeNode {
  role?: string;
  type?: string;
  id?: string;
  children?: TreeNode[];
}

/** Reads a PDF the way a viewer does (PDF.js), through the fonts' own maps back to Unicode. */
export async function readPrintedPdf(bytes: Uint8Array): Promise<PrintedPdf> {
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { info } = await document.getMetadata();
  const heads = info as { Title: string; Language: string | null };
  const marks = await document.getMarkInfo();
  const outline = (await document.getOutline()) ?? [];
  const starts = new Set(
    await Promise.all(outline.map(({ dest }) => document.getPageIndex(Array.isArray(dest) ? dest[0] : null))),
  );
  const pages: PrintedPage[] = [];
  const sections: PrintedElement[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const texts: PrintedText[] = [];
    const marked = new Map<string, string>();
    let mark: string | null = null;
    for (const item of items) {
      if ('type' in item) {
        mark = item.type === 'beginMarkedContentProps' ? item.id : null;
        continue;
      }
      if (mark !== null) marked.set(mark, (marked.get(mark) ?? '') + item.str + (item.hasEOL ? '\n' : ''));
      if (item.str.trim() === '') continue;
      const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
      texts.push({ text: item.str, x, y: height - y, width: item.width, size, isDecoration: mark === null });
    }
    pages.push({ width, height, texts });
    const tree = (await page.getStructTree()) as TreeNode | null;
    const [found] = (tree?.children?.[0]?.children ?? []).map((section) => elementOf(section, marked));
    const last = sections.at(-1);
    if (!found) continue;
    if (last && !starts.has(number - 1)) continueSection(last, found);
    else sections.push(found);
  }
  return {
    title: heads.Title,
    language: heads.Language,
    isTagged: marks?.Marked === true,
    bookmarks: outline.map(({ title }) => title),
    pages,
    sections,
  };
}

function elementOf(node: TreeNode, marked: Map<string, string>): PrintedElement {
  const own = (node.children ?? []).filter((child) => child.type === 'content');
  return {
    role: node.role ?? '',
    text: own.map((child) => (marked.get(child.id ?? '') ?? '').trim()).join('\n'),
    children: (node.children ?? [])
      .filter((child) => child.role !== undefined)
      .map((child) => elementOf(child, marked)),
  };
}

/**
 * PDF.js gives each page the elements that have content on it; a table comes whole, with the text of that page only.
 */
function continueSection(section: PrintedElement, onPage: PrintedElement): void {
  const [first, ...others] = onPage.children;
  const table = section.children.at(-1);
  if (first?.role === 'Table' && table?.role === 'Table') addTexts(table, first);
  else if (first) section.children.push(first);
  section.children.push(...others);
}

function addTexts(element: PrintedElement, onPage: PrintedElement): void {
  if (element.children.length !== onPage.children.length) throw new Error('the pages disagree about a table');
  element.text = [element.text, onPage.text].filter((text) => text !== '').join('\n');
  for (const [i, child] of element.children.entries()) addTexts(child, onPage.children[i] as PrintedElement);
}

/** All elements with this role below the given ones, in reading order. */
export function elementsWithRole(elements: readonly PrintedElement[], role: string): PrintedElement[] {
  return elements.flatMap((element) => [
    ...(element.role === role ? [element] : []),
    ...elementsWithRole(element.children, role),
  ]);
}
