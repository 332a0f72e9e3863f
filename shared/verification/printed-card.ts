import { academicYearTitle } from '../school/academic-year.ts';
import { initialsOf, parseCode, type SignedCard } from './signed-card.ts';

/** What is used of a document as PDF.js opens it. */
export interface PdfToRead {
  numPages: number;
  getPage(number: number): Promise<{
    getTextContent(options: { includeMarkedContent: true; disableNormalization: true }): Promise<{ items: unknown[] }>;
    getStructTree(): Promise<unknown>;
  }>;
  getAttachments(): Promise<unknown>;
  getAttachmentContent(id: string): Promise<unknown>;
}

/** A card of a PDF: what is printed on its pages, and the credential that is attached. */
export interface PrintedCard {
  code: string;
  /** JSON of the credential; null where there is none with the card's code. */
  credential: string | null;
  /** The student's, "Last, First". */
  name: string | null;
  /** Cells of the rows of its table; the first row has the titles of the columns. */
  rows: string[][];
  /** Its other paragraphs, and the texts outside of them. */
  texts: string[];
}

interface TreeNode {
  role?: string;
  type?: string;
  id?: string;
  children?: TreeNode[];
}

/** Reads the cards of a PDF that have a code, in the order of their pages. */
export async function readPrintedCards(document: PdfToRead): Promise<PrintedCard[]> {
  const attached = ((await document.getAttachments()) ?? new Map()) as ReadonlyMap<string, { filename: string }>;
  const credentialOf = async (code: string) => {
    const [id] = [...attached].find(([, { filename }]) => filename === `report-card-${code}.json`) ?? [];
    const content = id === undefined ? undefined : await document.getAttachmentContent(id);
    return content instanceof Uint8Array ? new TextDecoder().decode(content) : null;
  };
  const cards = new Map<string, PrintedCard>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const { texts, marked, tree } = await readPage(await document.getPage(number));
    const code = texts
      .map((text) => parseCode(/\bCode ([0-9A-Z]{5}-[0-9A-Z]{5})\b/.exec(text)?.[1] ?? ''))
      .find(Boolean);
    if (!code) continue;
    const card = cards.get(code) ?? { code, credential: await credentialOf(code), name: null, rows: [], texts: [] };
    cards.set(code, card);
    const contentOf = (node: TreeNode): string =>
      [marked.get(node.id ?? '') ?? '', ...(node.children ?? []).map(contentOf)].join(' ').replace(/\s+/g, ' ').trim();
    const visit = (node: TreeNode): void => {
      if (node.role === 'TR') card.rows.push((node.children ?? []).map(contentOf));
      else if (node.role === 'H2') card.name = contentOf(node);
      else if (node.role === 'P') card.texts.push(contentOf(node));
      else node.children?.forEach(visit);
    };
    if (tree) visit(tree);
  }
  return [...cards.values()];
}

async function readPage(page: Awaited<ReturnType<PdfToRead['getPage']>>) {
  const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
  const texts: string[] = [];
  const marked = new Map<string, string>();
  let mark: string | null = null;
  for (const item of items as { type?: string; id?: string; str?: string; hasEOL?: boolean }[]) {
    if (item.type !== undefined) mark = item.type === 'beginMarkedContentProps' ? (item.id ?? null) : null;
    else if (mark !== null) marked.set(mark, `${marked.get(mark) ?? ''}${item.str}${item.hasEOL ? '\n' : ''}`);
    else texts.push(item.str ?? '');
  }
  return { texts: [texts.join(''), ...texts], marked, tree: (await page.getStructTree()) as TreeNode | null };
}

/** A figure of a card: as it was signed, and as the PDF has it; null where that has none. */
export interface ComparedFigure {
  label: string;
  signed: string;
  printed: string | null;
}

/** Signed figures beside printed ones, and rows of the PDF that nobody signed. Pure. */
export function compareFigures(
  card: SignedCard,
  { name, rows, texts }: Omit<PrintedCard, 'code' | 'credential'>,
): ComparedFigure[] {
  const [titles = [], ...lines] = rows;
  const column = titles.findIndex((title) => title.startsWith('Total'));
  const left = [...lines];
  const labelled = (label: string) =>
    texts.find((text) => text.startsWith(`${label} `))?.slice(label.length + 1) ?? null;
  const facts: ComparedFigure[] = [
    { label: 'Term', signed: `${card.termTitle}, ${academicYearTitle(card.year)}`, printed: null },
    { label: 'School', signed: card.school, printed: null },
  ].map((fact) => ({ ...fact, printed: texts.find((text) => text === oneLine(fact.signed)) ?? null }));
  const subjects = card.subjects.map(({ title, total }) => {
    const at = left.findIndex(([first = '']) => first === oneLine(title) || first.startsWith(`${oneLine(title)} `));
    const [line] = at < 0 ? [] : left.splice(at, 1);
    return { label: title, signed: total ?? noFigure, printed: line?.[column] ?? null };
  });
  return [
    { label: 'Initials', signed: card.initials, printed: name === null ? null : initialsOf(name) },
    ...facts,
    { label: 'Class', signed: card.classId, printed: labelled('Class') },
    {
      label: 'Average',
      signed: card.average === null ? '--' : `${card.average} %`,
      printed: averageOf(labelled('Average')),
    },
    ...subjects,
    ...left.map(([first = '', ...cells]) => ({ label: first, signed: noFigure, printed: cells[column - 1] ?? '' })),
  ];
}

/** Without the note that some marks are missing. */
const averageOf = (text: string | null): string | null => text?.replace(/ \d+ of \d+ entered$/, '') ?? null;

const noFigure = '–';
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export const isSameFigure = ({ signed, printed }: ComparedFigure): boolean =>
  printed !== null && oneLine(signed).normalize() === printed.normalize();
