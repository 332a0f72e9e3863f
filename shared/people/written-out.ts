/** Letters that Unicode does not take apart into a plain one and an accent. */
const written: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/**
 * A text in small letters with those of other alphabets of names as people without them write them: "bjørn" is "bjorn",
 * "weiß" "weiss".
 */
export const writeOut = (text: string): string =>
  text.replaceAll(/[ßæœøłđðþħı]/g, (letter) => written[letter] ?? letter);
