import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { filesBucket, openFile } from '../../../platform/files/file-storage.ts';
import { type PrintableImage, parseImage } from '../../../platform/pdf/image.ts';
import { crestKey } from '../layouts/card-layouts.ts';

/** Crests by their hashes. */
export type Crests = ReadonlyMap<string, PrintableImage>;

/** Crests that this process has read: a file never changes. A school has a few. */
const known = new Map<string, Promise<PrintableImage>>();
const mostKnown = 8;

/** A layout names a crest that is not there: no card is printed without it. */
export class MissingCrestError extends Error {
  override name = 'MissingCrestError';
}

/** The crests of layouts, each read once a process. @throws MissingCrestError where one is not there */
export async function readCrests(layouts: readonly Pick<CardLayout, 'crest'>[]): Promise<Crests> {
  const hashes = [...new Set(layouts.flatMap(({ crest }) => crest ?? []))];
  return new Map(await Promise.all(hashes.map(async (hash) => [hash, await readCrest(hash)] as const)));
}

function readCrest(hash: string): Promise<PrintableImage> {
  const found = known.get(hash);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const reading = openCrest(hash);
  known.set(hash, reading);
  reading.catch(() => known.delete(hash));
  return reading;
}

async function openCrest(hash: string): Promise<PrintableImage> {
  const file = await openFile(filesBucket(), crestKey(hash));
  const image = file?.Body && parseImage(await file.Body.transformToByteArray());
  if (!image) throw new MissingCrestError(`There is no crest ${hash}`);
  return image;
}
