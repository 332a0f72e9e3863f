import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TrueTypeFont } from './true-type.ts';

const fontFile = {
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansStrong: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  serifStrong: '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  completeSans: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  completeSansStrong: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
} as const;

type FontFile = keyof typeof fontFile;

/**
 * The faces that documents are set in. Each is a list: a character is taken from the first font that has it. Source Sans
 * and Source Serif read well small and on paper; Noto Sans comes after them with every Latin letter there is and U+FFFD.
 */
const typefaces = {
  text: ['sans', 'completeSans'],
  strong: ['sansStrong', 'completeSansStrong'],
  display: ['serifStrong', 'completeSansStrong'],
} as const satisfies Record<string, readonly FontFile[]>;

export type Typeface = keyof typeof typefaces;

/**
 * The font files that printing reads, as paths below `node_modules`. They are data, not code: a bundler of a function
 * that prints copies them to the same paths below `node_modules` beside the bundle.
 */
export const fontFiles: readonly string[] = Object.values(fontFile);

/** One font of a typeface, under the name that the file carries in a PDF. */
export interface NamedFont {
  name: string;
  font: TrueTypeFont;
}

const fromHere = createRequire(import.meta.url);
const opened = new Map<FontFile, NamedFont>();

/** How many fonts are tried for a typeface. */
export const fontsIn = (typeface: Typeface): number => typefaces[typeface].length;

/** A typeface's font by its place in line; read when first asked for, kept for the life of the process. */
export function openFont(typeface: Typeface, place: number): NamedFont {
  const key = typefaces[typeface][place];
  if (key === undefined) throw new Error(`the typeface ${typeface} has no font ${place}`);
  let named = opened.get(key);
  if (!named) {
    const path = fromHere.resolve(fontFile[key]);
    named = {
      name: fontFile[key].replace(/^.*\/|\.ttf$/g, '').replace('_', '-'),
      font: new TrueTypeFont(readFileSync(path)),
    };
    opened.set(key, named);
  }
  return named;
}
