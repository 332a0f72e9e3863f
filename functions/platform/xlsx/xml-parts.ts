import { SaxesParser } from 'saxes';
import { ValidationError } from '../errors.ts';
import { refusedFile, type ZipArchive } from './zip-archive.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What a part's reader is told of it. Names come without their prefix: some programs write `x:row`. */
export interface PartReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Thrown by a reader that has seen enough. */
export class Enough extends Error {}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
const unreadable = () => refusedFile('The file is damaged. Please save it again as .xlsx.');

/** Reads a part as it is unpacked. A document type is refused: no spreadsheet has one, and entities can explode. */
export async function readPart(archive: ZipArchive, name: string, reader: PartReader): Promise<void> {
  const parser = new SaxesParser({ position: false });
  parser.on('error', () => {
    throw unreadable();
  });
  parser.on('doctype', () => {
    throw unreadable();
  });
  parser.on('opentag', (tag) => reader.open?.(withoutPrefix(tag.name), tag.attributes as Attributes));
  if (reader.text) {
    const text = reader.text.bind(reader);
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('closetag', (tag) => reader.close?.(withoutPrefix(tag.name)));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of archive.read(name)) parser.write(decoder.decode(piece, { stream: true }));
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    if (error instanceof Enough) return;
    throw error instanceof ValidationError ? error : unreadable();
  }
}

/** The value of an attribute by its name without prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  const direct = attributes[name];
  if (direct !== undefined) return direct;
  return Object.entries(attributes).find(([key]) => withoutPrefix(key) === name)?.[1];
}
