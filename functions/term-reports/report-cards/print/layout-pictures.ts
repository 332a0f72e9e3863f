import { type CardLayout, picturesOf } from '#shared/term-reports/layouts/card-layout.ts';
import { type PrintableImage, parseImage } from '../../../platform/pdf/image.ts';

/** Crests and signatures by their hashes. */
export type LayoutPictures = ReadonlyMap<string, PrintableImage>;

/** Pictures that this process has read: a file never changes. A school has a few. */
const known = new Map<string, Promise<PrintableImage>>();
const mostKnown = 8;

/** A layout names a picture that is not there: no card is printed without it. */
export class MissingPictureError extends Error {
  override name = 'MissingPictureError';
}

/** The pictures of layouts, each read once a process. @throws MissingPictureError where one is not there */
export async function readLayoutPictures(layouts: readonly CardLayout[]): Promise<LayoutPictures> {
  const hashes = [...new Set(layouts.flatMap(picturesOf))];
  return new Map(await Promise.all(hashes.map(async (hash) => [hash, await readPicture(hash)] as const)));
}

function readPicture(hash: string): Promise<PrintableImage> {
  const found = known.get(hash);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const reading = openPicture(hash);
  known.set(hash, reading);
  reading.catch(() => known.delete(hash));
  return reading;
}

async function openPicture(hash: string): Promise<PrintableImage> {
  // Loaded for a layout with pictures: others are printed without any storage.
  const [{ filesBucket, openFile }, { crestKey }] = await Promise.all([
    import('../../../platform/files/file-storage.ts'),
    import('../layouts/card-layouts.ts'),
  ]);
  const file = await openFile(filesBucket(), crestKey(hash));
  const image = file?.Body && parseImage(await file.Body.transformToByteArray());
  if (!image) throw new MissingPictureError(`There is no picture ${hash}`);
  return image;
}
