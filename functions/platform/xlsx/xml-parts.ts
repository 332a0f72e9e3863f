import { SaxesParser } from 'saxes';
import { ValidationError } from '../errors.ts';
import { refusedFile, type ZipArchive } from './zip-archive.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks for a part's markup. Names come without their prefix: some programs write `x:row`. */
export interface PartReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Thrown by a reader that has seen enough. */
export class StopParsing extends Error {}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
const unreadable = () => refusedFile('The file is damaged. Please save it again as .xlsx.');

/**
 * More than any program writes. The parser keeps every open tag, every attribute of a tag and every text until it ends: a small file
 * of nothing else would unpack to more than the memory holds.
 */
const most = { depth: 50, attributes: 100, bytesWithoutMarkup: 1_000_000 } as const;
/** Elements of a part: cells are many, and all else is few. */
export const mostElements = { cells: 2_000_000, others: 200_000 } as const;

const strange = () => refusedFile('No spreadsheet program writes such a file. Please save it again as .xlsx.');

/**
 * Reads a part as it is unpacked. A document type is refused: no spreadsheet has one, and entities can explode.
 * @param elements how many the part may have
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function readPart(
  archive: ZipArchive,
  name: string,
  reader: PartReader,
  elements: number = mostElements.others,
): Promise<void> {
  const parser = parserOf(reader, elements);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let seen = 0;
  let silence = 0;
  try {
    for await (const piece of archive.read(name)) {
      parser.write(decoder.decode(piece, { stream: true }));
      silence = parser.events === seen ? silence + piece.length : 0;
      seen = parser.events;
      if (silence > most.bytesWithoutMarkup) throw strange();
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    if (error instanceof StopParsing) return;
    throw error instanceof ValidationError ? error : unreadable();
  }
}

/** A parser that tells the reader, refuses what is more than `most`, and counts what it met. */
function parserOf(reader: PartReader, elements: number) {
  const parser = new SaxesParser({ position: false });
  const refuse = () => {
    throw unreadable();
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  let [events, depth, opened, attributes] = [0, 0, 0, 0];
  parser.on('attribute', () => {
    events += 1;
    attributes += 1;
    if (attributes > most.attributes) throw strange();
  });
  parser.on('opentag', (tag) => {
    events += 1;
    attributes = 0;
    depth += 1;
    opened += 1;
    if (depth > most.depth || opened > elements) throw strange();
    reader.open?.(withoutPrefix(tag.name), tag.attributes as Attributes);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    reader.close?.(withoutPrefix(tag.name));
  });
  if (reader.text) {
    const text = reader.text.bind(reader);
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return {
    write: (text: string) => void parser.write(text),
    close: () => void parser.close(),
    get events() {
      return events;
    },
  };
}

/** The value of an attribute by its name without prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const direct = attributes[name];
  if (direct !== undefined) return direct;
  return Object.entries(attributes).find(([key]) => withoutPrefix(key) === name)?.[1];
}
