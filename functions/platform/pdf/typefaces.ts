import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { TrueTypeFont } from './true-type.ts';

/**
 * The font files. The build finds these `new URL` expressions and copies the files beside a bundle that has this
 * module.
 */
const fontFile = {
  sans: new URL(
    '../../../node_modules/@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
    import.meta.url,
  ),
  sansStrong: new URL(
    '../../../node_modules/@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
    import.meta.url,
  ),
  serifStrong: new URL(
    '../../../node_modules/@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
    import.meta.url,
  ),
  completeSans: new URL(
    '../../../node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    import.meta.url,
  ),
  completeSansStrong: new URL(
    '../../../node_modules/@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    import.meta.url,
  ),
} as const;

type FontFile = keyof typeof fontFile;

/**
 * The faces that documents are set in. Each is a list: a character is taken from the first font that has it. Source
 * Sans and Source Serif read well small and on paper; Noto Sans comes after them with every Latin letter there is and
 * U+FFFD.
 */
const typefaces = {
  text: ['sans', 'completeSans'],
  strong: ['sansStrong', 'completeSansStrong'],
  display: ['serifStrong', 'completeSansStrong'],
} as const satisfies Record<string, readonly FontFile[]>;

export type Typeface = keyof typeof typefaces;

/** One font of a typeface, under the name that the file carries in a PDF. */
export interface NamedFont {
  name: string;
  font: TrueTypeFont;
}

const opened = new Map<FontFile, NamedFont>();

/** How many fonts are tried for a typeface. */
export const countFonts = (typeface: Typeface): number => typefaces[typeface].length;

/** A typeface's font by its position in the list; read on first use, then cached for the life of the process. */
export function openFont(typeface: Typeface, place: number): NamedFont {
  const key = typefaces[typeface][place];
  if (key === undefined) throw new Error(`the typeface ${typeface} has no font ${place}`);
  let named = opened.get(key);
  if (!named) {
    const file = fontFile[key];
    named = {
      name: basename(file.pathname, '.ttf').replace('_', '-'),
      font: new TrueTypeFont(readFileSync(file)),
    };
    opened.set(key, named);
  }
  return named;
}
