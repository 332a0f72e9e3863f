import { SaxesParser } from 'saxes';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { ValidationError } from '../errors.ts';
import { refusedFileError, type ZipArchive } from './zip-archive.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/** Callbacks for a part's markup. Names come without their prefix: some programs write `x:row`. */
export interface PartReader {
  open?(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Thrown by a reader that needs no more of the part. */
export class StopParsing extends Error {}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
const unreadable = () => refusedFileError(spreadsheetWordings.damaged);

/**
 * Limits above what any program writes. The parser holds open tags, attributes of a tag and each text in memory: a
 * small crafted file could unpack to more than the memory holds.
 */
const most = { depth: 50, attributes: 100, bytesWithoutMarkup: 1_000_000 } as const;
/** Most elements of a part: of cells, and of anything else. */
export const maxElements = { cells: 2_000_000, others: 200_000 } as const;

const implausible = () => refusedFileError(spreadsheetWordings.strangeProgram);

/**
 * Reads a part as it is unpacked. A document type is refused: no spreadsheet has one, and entities can explode.
 * @param elements how many the part may have
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function readPart(
  archive: ZipArchive,
  name: string,
  reader: PartReader,
  elements: number = maxElements.others,
): Promise<void> {
  const parser = parserOf(reader, elements);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let seen = 0;
  let bytesSinceMarkup = 0;
  try {
    for await (const piece of archive.read(name)) {
      parser.write(decoder.decode(piece, { stream: true }));
      bytesSinceMarkup = parser.events === seen ? bytesSinceMarkup + piece.length : 0;
      seen = parser.events;
      if (bytesSinceMarkup > most.bytesWithoutMarkup) throw implausible();
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    if (error instanceof StopParsing) return;
    throw error instanceof ValidationError ? error : unreadable();
  }
}

/** A parser that calls the reader, enforces `most`, and counts events. */
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
    if (attributes > most.attributes) throw implausible();
  });
  parser.on('opentag', (tag) => {
    events += 1;
    attributes = 0;
    depth += 1;
    opened += 1;
    if (depth > most.depth || opened > elements) throw implausible();
    reader.open?.(withoutPrefix(tag.name), tag.attributes as XmlAttributes);
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
export function readAttribute(attributes: XmlAttributes, name: string): string | undefined {
  const direct = attributes[name];
  if (direct !== undefined) return direct;
  return Object.entries(attributes).find(([key]) => withoutPrefix(key) === name)?.[1];
}
