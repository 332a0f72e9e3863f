/** One XML element with text in it. */
export function xmlElement(name: string, text: string | number | boolean): string {
  return `<${name}>${escapeText(String(text))}</${name}>`;
}

/** A whole XML document in S3's namespace. @param contents markup, already escaped */
export function xmlDocument(name: string, contents: string | readonly string[]): string {
  const content = [contents].flat().join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;
}

/**
 * The content of every element with a name, at any depth, in document order. Enough for the few flat documents that
 * S3 clients send; elements nested in one of their own name are not supported.
 */
export function elementContents(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    (match) => match[1] ?? '',
  );
}

/** The text of the first element with a name, or undefined. */
export function elementText(xml: string, name: string): string | undefined {
  const content = elementContents(xml, name)[0];
  return content === undefined ? undefined : unescapeText(content);
}

function escapeText(text: string): string {
  // XML 1.0 has no way to write the other control characters; S3 writes references to them all the same.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[&<>"\u0000-\u001f]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeText(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return namedEntities[name] ?? whole;
  });
}
