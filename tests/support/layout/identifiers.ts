/** What is written as in code and belongs to the school or to the world, not to us. */
const known =
  /\b(?:iPhone|iPad|iOS|macOS|YouTube|WhatsApp|GitHub|PowerPoint|LibreOffice|OpenOffice|JavaScript|DevTools|WebKit|WiFi|OneRoster|sourcedId|propertyName|client_credentials)\b/g;

/** Scottish and Irish names, and such as LeBron: a hump after a short beginning. */
const isName = (word: string) => /^(?:Mac|Mc|De|Di|Du|La|Le|O|Van|St|Fitz|Jo|Mary|Ann|Da)[A-Z][a-z]+$/.test(word);

const rules: readonly [what: string, pattern: RegExp][] = [
  ['a word in camel case', /\b[a-z]+[A-Z][A-Za-z]*\b|\b(?:[A-Z][a-z]+){2,}\b/g],
  ['a key with underscores', /\b\w*[A-Za-z0-9]_[A-Za-z0-9]\w*\b/g],
  ['a date of a machine', /\b\d{4}-\d{2}-\d{2}(?=\b|T)/g],
  ['a time of a machine', /\b\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z\b|\+\d\d:\d\d)|\bUTC\b|\bGMT\b/g],
  [
    'an id',
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?=[a-z]*\d)(?=\d*[a-z])[0-9a-f]{16,}\b|\b(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{9,}\b/g,
  ],
  ['a value of a program', /\b(?:undefined|null|NaN)\b|\[object \w+\]|Invalid Date/g],
];

/** Addresses are shown whole. */
const withoutAddresses = (text: string) =>
  text
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/\S+@\S+/g, ' ')
    .replace(/\b[\w-]+\.(?:pdf|csv|xlsx|zip|jpe?g|png|txt|html|json)\b/g, ' ');

/** What reads as code in the texts of a page, one line each. Expect none. */
export function findIdentifiers(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const plain = withoutAddresses(text).replace(known, ' ');
    return rules.flatMap(([what, pattern]) =>
      [...plain.matchAll(pattern)]
        .filter(([word]) => !isName(word))
        .map(([word]) => `${what}: ${word} in “${text.slice(0, 80)}”`),
    );
  });
}
