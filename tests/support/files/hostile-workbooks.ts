import { crc32, deflateRawSync } from 'node:zlib';

interface Part {
  text: string | Buffer;
  /** What the directory says that it unpacks to; the truth when absent. */
  claims?: number;
  flags?: number;
  /** The way of packing that the directory says; deflated, as it is, when absent. */
  method?: number;
  /** Name in the directory; its own when absent. */
  listedAs?: string;
  /** Said to be so many bytes before where it is. */
  liesBefore?: number;
  /** Packed bytes that are left out at its end. */
  lacks?: number;
}

/** A zip file of these parts, with a directory that may lie. */
function zip(parts: Record<string, Part>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, part] of Object.entries(parts)) {
    const { text, claims, flags = 0, method = 8, listedAs = name, liesBefore = 0, lacks = 0 } = part;
    const bytes = Buffer.from(text as string);
    const whole = deflateRawSync(bytes);
    const packed = whole.subarray(0, whole.length - lacks);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claims ?? bytes.length, 24);
    entry.writeUInt16LE(listedAs.length, 28);
    entry.writeUInt32LE(offset - liesBefore, 42);
    files.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(listedAs));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

const relations = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="http://x/${type}" Target="${target}"/></Relationships>`;

/** A workbook whose one sheet `S` has this XML. */
export const makeWorkbookWithSheetXml = (
  sheet: string,
  others: Record<string, Part> = {},
  sheetPart: Partial<Part> = {},
): Buffer =>
  zip({
    '[Content_Types].xml': { text: '<Types/>' },
    '_rels/.rels': { text: relations('officeDocument', 'xl/workbook.xml') },
    'xl/workbook.xml': { text: '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>' },
    'xl/_rels/workbook.xml.rels': { text: relations('worksheet', 'worksheets/s.xml') },
    'xl/worksheets/s.xml': { text: sheet, ...sheetPart },
    ...others,
  });

/** A workbook with another part beside its sheet, which is read for the cells. */
export const makeWorkbookWithPart = (
  type: string,
  text: string,
  sheet = '<worksheet><sheetData><row><c t="s" s="0"><v>0</v></c></row></sheetData></worksheet>',
): Buffer =>
  makeWorkbookWithSheetXml(sheet, {
    'xl/_rels/workbook.xml.rels': {
      text: `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/s.xml"/><Relationship Id="r2" Type="http://x/${type}" Target="${type}.xml"/></Relationships>`,
    },
    [`xl/${type}.xml`]: { text },
  });

const rows = (count: number, row = (number: number) => `<row r="${number}"><c><v>1</v></c></row>`): string =>
  `<worksheet><sheetData>${Array.from({ length: count }, (_, index) => row(index + 1)).join('')}</sheetData></worksheet>`;

/** Files that must be refused, by what is wrong with them. Made when asked for: some are large. */
export const hostileWorkbooks: Readonly<Record<string, () => Buffer>> = {
  'no zip': () => Buffer.from('<html>'.repeat(100)),
  'an empty file': () => Buffer.alloc(0),
  'more than four megabytes': () => Buffer.alloc(4 * 1024 * 1024 + 1, 'PK'),
  'half a file': () => makeWorkbookWithSheetXml(rows(10)).subarray(0, 400),
  'a bomb that says what it is': () =>
    makeWorkbookWithSheetXml('<a>', { 'xl/big.bin': { text: Buffer.alloc(60 * 1024 * 1024) } }),
  'a bomb that lies': () =>
    makeWorkbookWithSheetXml(`<worksheet>${' '.repeat(30_000_000)}</worksheet>`, {}, { claims: 1000 }),
  'a password': () => makeWorkbookWithSheetXml(rows(1), {}, { flags: 1 }),
  macros: () => makeWorkbookWithSheetXml(rows(1), { 'xl/vbaProject.bin': { text: 'x' } }),
  'a million rows': () => makeWorkbookWithSheetXml(rows(1_000_000)),
  'a million empty rows': () => makeWorkbookWithSheetXml(rows(1_000_000, () => '<row/>')),
  'too many columns': () =>
    makeWorkbookWithSheetXml('<worksheet><sheetData><row><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'),
  'a text without end': () =>
    makeWorkbookWithSheetXml(
      `<worksheet><sheetData><row><c t="inlineStr"><is><t>${'x'.repeat(10_000_000)}</t></is></c></row></sheetData></worksheet>`,
    ),
  'a laughing entity': () =>
    makeWorkbookWithSheetXml('<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><worksheet>&c;</worksheet>'),
  'tags in tags without end': () => makeWorkbookWithSheetXml('<a>'.repeat(16_000_000)),
  'tags in tags of shared strings': () => makeWorkbookWithPart('sharedStrings', `<sst><si>${'<r>'.repeat(10_000_000)}`),
  'tags without end': () => makeWorkbookWithSheetXml(`<worksheet>${'<a/>'.repeat(3_000_000)}</worksheet>`),
  'a million attributes': () =>
    makeWorkbookWithSheetXml(
      `<worksheet ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    ),
  'an attribute without end': () => makeWorkbookWithSheetXml(`<worksheet a="${'x'.repeat(45_000_000)}"/>`),
  'a name without end': () => makeWorkbookWithSheetXml(`<${'x'.repeat(45_000_000)}/>`),
  'a remark without end': () => makeWorkbookWithSheetXml(`<worksheet><!--${'x'.repeat(45_000_000)}--></worksheet>`),
  'an instruction without end': () =>
    makeWorkbookWithSheetXml(`<worksheet><?x ${'x'.repeat(45_000_000)}?></worksheet>`),
  'a million styles': () =>
    makeWorkbookWithPart('styles', `<styleSheet><cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs></styleSheet>`),
  'a million content types': () =>
    makeWorkbookWithSheetXml(rows(1), {
      '[Content_Types].xml': { text: `<Types>${'<Default/>'.repeat(1_000_000)}</Types>` },
    }),
  '65,000 styles, each with a format that is looked through from every letter': () =>
    makeWorkbookWithPart(
      'styles',
      `<styleSheet><numFmts>${Array.from({ length: 65_000 }, (_, index) => `<numFmt numFmtId="${170 + index}" formatCode="${'['.repeat(255)}"/>`).join('')}</numFmts><cellXfs>${'<xf/>'.repeat(65_000)}</cellXfs></styleSheet>`,
    ),
  'a shared text without end': () =>
    makeWorkbookWithPart('sharedStrings', `<sst><si><t>${'x'.repeat(45_000_000)}</t></si></sst>`),
  'shared texts without end': () =>
    makeWorkbookWithPart('sharedStrings', `<sst>${`<si><t>${'x'.repeat(1000)}</t></si>`.repeat(40_000)}</sst>`),
  'merged cells without end': () =>
    makeWorkbookWithSheetXml(
      `<worksheet><mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(100_000)}</mergeCells></worksheet>`,
    ),
  'a row far below': () =>
    makeWorkbookWithSheetXml('<worksheet><sheetData><row r="1048576"><c><v>1</v></c></row></sheetData></worksheet>'),
  'letters that are no UTF-8': () =>
    makeWorkbookWithSheetXml('<a>', {}, { text: Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e]) }),
  'parts over each other': () => makeWorkbookWithSheetXml(rows(1), {}, { liesBefore: 60 }),
  'a part twice': () => makeWorkbookWithSheetXml(rows(1), {}, { listedAs: 'xl/workbook.xml' }),
  'ten thousand parts': () =>
    makeWorkbookWithSheetXml(
      rows(1),
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`xl/${index}`, { text: '' }])),
    ),
  'an unknown way of packing': () => makeWorkbookWithSheetXml(rows(1), {}, { method: 99 }),
  'packed bytes that end too early': () => makeWorkbookWithSheetXml(rows(100), {}, { lacks: 30 }),
  'a size of four gigabytes': () => makeWorkbookWithSheetXml(rows(1), {}, { claims: 0xffffffff }),
  'a workbook of before 2007': () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex'),
  'broken markup': () => makeWorkbookWithSheetXml('<worksheet><sheetData><row></worksheet>'),
};
