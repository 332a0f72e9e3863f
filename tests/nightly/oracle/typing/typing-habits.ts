import type { Random } from '../../../../local/demo-school/random.ts';

/** Milliseconds between keys: most people are quick, some search for each. */
export const pace = (speed: number, random: Random): number => Math.round(speed * (0.7 + 0.6 * random.next()));

/** The keys of a text, some of them mistyped and taken back. */
export const mistyped = (random: Random, text: string): string[] =>
  [...text].flatMap((key) => (random.chance(0.08) ? [random.pick([...'0o4.xq']), 'Backspace', key] : [key]));

/** The digits that the hands type: those of other people's values are not among them, so that a value tells who wrote it. */
export const digits = '0124568';

export const withoutForeignEnd = (random: Random, text: string): string =>
  text.replace(/[379]/g, () => random.pick([...digits]));

/** A value that the hands never type, nor any clamping leaves. */
export const foreignValue = (random: Random, digit: 3 | 7): string => String(10 * random.int(0, 1) + digit);
