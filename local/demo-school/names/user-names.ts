/** Letters that do not come apart into a base letter and a mark. */
const unmarked: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
};

/** Small letters a to z only. */
export const foldToAscii = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øłđðþæœßı]/g, (letter) => unmarked[letter] ?? '')
    .replace(/[^a-z]/g, '');

/** First initial and family name, with a number from 2 up where somebody has it already. Adds the name to `taken`. */
export function takeUserName(
  { firstName, lastName }: { firstName: string; lastName: string },
  taken: Set<string>,
): string {
  const plain = foldToAscii(firstName).slice(0, 1) + foldToAscii(lastName);
  let name = plain;
  for (let next = 2; taken.has(name); next += 1) name = `${plain}${next}`;
  taken.add(name);
  return name;
}
