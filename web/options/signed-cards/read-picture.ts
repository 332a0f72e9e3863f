/** Longest side of a picture that is searched, in pixels: of a page about 300 dots an inch. */
const longestSide = 3000;

/** The pixels of a photograph or scan that somebody has chosen; null where the browser cannot open it. */
export async function readPicture(file: Blob): Promise<ImageData | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}
