import * as jsqr from 'jsqr';

type ReadQrCode = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;

/** The text of a QR code in a picture, RGBA; null where there is none. For browsers without a detector of their own. */
export function decodeQrCode({
  data,
  width,
  height,
}: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}): string | null {
  return decoder()(data, width, height)?.data ?? null;
}

/** The package is CommonJS: what bundlers and Node make its one function a part of differs. */
function decoder(): ReadQrCode {
  let found: unknown = jsqr;
  while (typeof found !== 'function') found = (found as { default: unknown }).default;
  return found as ReadQrCode;
}
