/** What is used of a page as PDF.js opens it. */
export interface PageWithPictures {
  getOperatorList(): Promise<{ fnArray: readonly number[]; argsArray: readonly unknown[] }>;
  objs: PageObjects;
  commonObjs: PageObjects;
}
interface PageObjects {
  get(name: string, callback: (object: unknown) => void): unknown;
}

/** A picture, four bytes a pixel: red, green, blue, opacity. */
export interface Picture {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** A picture as PDF.js decodes it: one bit a pixel in rows of whole bytes, three bytes or four. */
interface DecodedPicture {
  data?: Uint8Array | Uint8ClampedArray | null;
  width: number;
  height: number;
}

/** A mask whose bits are an object of the page. In it 0 is ink. */
interface NamedMask {
  data: string;
}

/** Operators of PDF.js that paint a picture; of black and white alone it may be a mask, through which ink goes. */
const paintings = ['paintImageXObject', 'paintInlineImageXObject', 'paintImageMaskXObject'] as const;
/** PDF.js's numbers of its operators (`OPS`). */
export type PaintOperators = Readonly<Record<(typeof paintings)[number], number>>;

/** Sizes of pictures that may be a scanned page, in pixels: an A4 page at 600 dots an inch has 35 million. */
const [fewestPixels, mostPixels] = [10_000, 40_000_000];

/** Pictures of a page that are looked at. */
const maxPictures = 6;

/**
 * Longest side of a picture that is searched: of an A4 page about 300 dots an inch, in which a QR code's module has
 * five.
 */
const longestSide = 3600;

/** The pictures that a page draws, largest first: a scanned page is one of them, or some. */
export async function picturesOfPage(page: PageWithPictures, operators: PaintOperators): Promise<Picture[]> {
  const painting = new Set(paintings.map((name) => operators[name]));
  const { fnArray, argsArray } = await page.getOperatorList();
  const decoded: DecodedPicture[] = [];
  for (const [at, operator] of fnArray.entries()) {
    if (!painting.has(operator)) continue;
    const [first] = argsArray[at] as [string | DecodedPicture | NamedMask];
    const named =
      typeof first === 'object' && typeof first.data === 'string' ? first.data : (first as string | DecodedPicture);
    const found = typeof named === 'string' ? await objectOf(page, named) : named;
    const { width = 0, height = 0 } = found ?? {};
    if (found?.data && width * height >= fewestPixels && width * height <= mostPixels) decoded.push(found);
  }
  return decoded
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, maxPictures)
    .map(toPicture);
}

const objectOf = (page: PageWithPictures, name: string): Promise<DecodedPicture | null> =>
  new Promise((resolve) => {
    (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, (object) =>
      resolve(object as DecodedPicture | null),
    );
  });

/** Takes every pixel, or of a large picture every second or third. */
function toPicture({ data, width, height }: DecodedPicture): Picture {
  const bytes = data ?? new Uint8Array();
  const step = Math.ceil(Math.max(width, height) / longestSide);
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const picture = new Uint8ClampedArray(columns * rows * 4).fill(255);
  const lineOfBits = (width + 7) >> 3;
  const channels = bytes.length === lineOfBits * height ? 0 : bytes.length / (width * height);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const to = (y * columns + x) * 4;
      const pixel = y * step * width + x * step;
      for (let colour = 0; colour < 3; colour += 1) {
        const bit = () => ((bytes[y * step * lineOfBits + ((x * step) >> 3)] ?? 0) >> (7 - ((x * step) & 7))) & 1;
        picture[to + colour] =
          channels === 0 ? bit() * 255 : (bytes[pixel * channels + Math.min(colour, channels - 1)] ?? 255);
      }
    }
  }
  return { data: picture, width: columns, height: rows };
}
