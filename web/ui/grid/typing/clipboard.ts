/**
 * Parses a spreadsheet's clipboard text: tab-separated cells, CRLF or LF rows, double quotes around cells with a tab,
 * line break or quote. The empty line at the end is dropped. Rows may differ in length.
 */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : null;
    const cell = quoted ?? readPlain(text, at);
    rows.at(-1)?.push(cell.text);
    at = cell.end;
    if (text[at] === '\t') {
      at += 1;
      if (at === text.length) rows.at(-1)?.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      rows.push([]);
    }
  }
  if (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

/** Whether a text is for several cells. */
export function isBlockText(text: string): boolean {
  const rows = parseBlock(text);
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}

/** Writes a block in the format of spreadsheets; the inverse of `parseBlock`. */
export function formatBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quotedWhereNeeded).join('\t')).join('\r\n');
}

const quotedWhereNeeded = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function readPlain(text: string, start: number): { text: string; end: number } {
  const length = text.slice(start).search(/[\t\r\n]/);
  const end = length < 0 ? text.length : start + length;
  return { text: text.slice(start, end), end };
}

/** Null if the quote never closes or text follows it: such a cell is plain text that begins with a quote. */
function readQuoted(text: string, start: number): { text: string; end: number } | null {
  const closed = /^"((?:[^"]|"")*)"(?=[\t\r\n]|$)/.exec(text.slice(start));
  if (!closed) return null;
  return { text: (closed[1] ?? '').replaceAll('""', '"'), end: start + closed[0].length };
}
