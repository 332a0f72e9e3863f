import { posix } from 'node:path';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { type ReadSheet, SheetReader, type StyleKind, TextBudget, type WorkbookParts } from './read-sheet.ts';
import { unescapeCellText } from './safe-cell.ts';
import { maxElements, type PartReader, readAttribute, readPart, StopParsing } from './xml-parts.ts';
import { openZip, refusedFileError, type ZipArchive } from './zip-archive.ts';

export interface SheetOfWorkbook {
  name: string;
  isHidden: boolean;
}

/** An uploaded workbook. Only the parts that are read are unpacked. */
export interface OpenedWorkbook {
  /** The sheets, hidden ones included, in their order. */
  sheets: readonly SheetOfWorkbook[];
  /** Undefined where there is no such sheet. */
  readSheet(name: string): Promise<ReadSheet | undefined>;
}

/**
 * Opens an uploaded workbook within `spreadsheetLimits` (rule 24), which are checked before and during parsing. Files
 * that can carry macros are refused.
 * @throws {ValidationError} on `file`, with the reason.
 */
export async function openWorkbook(bytes: Uint8Array): Promise<OpenedWorkbook> {
  const archive = await openZip(bytes);
  await refuseMacros(archive);
  const workbookPart = await mainPart(archive);
  if (!archive.has(workbookPart)) throw refusedFileError(spreadsheetWordings.notExcel);
  const { sheets, isFrom1904 } = await readSheetList(archive, workbookPart);
  const targets = await readTargets(archive, workbookPart);
  const partOf = (type: string) => [...targets.values()].find((target) => target.type.endsWith(`/${type}`))?.part;
  const budget = new TextBudget();
  let parts: Promise<WorkbookParts> | undefined;
  const readParts = async (): Promise<WorkbookParts> => ({
    strings: await readStrings(archive, partOf('sharedStrings'), budget),
    styles: await readStyles(archive, partOf('styles')),
    isFrom1904,
  });
  return {
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    readSheet: async (name) => {
      const target = targets.get(sheets.find((sheet) => sheet.name === name)?.relation ?? '');
      if (!target || !archive.has(target.part)) return undefined;
      parts ??= readParts();
      const reader = new SheetReader(await parts, budget);
      await readPart(archive, target.part, reader, maxElements.cells);
      return { rows: reader.rows, merges: reader.merges, isFrom1904 };
    },
  };
}

async function refuseMacros(archive: ZipArchive): Promise<void> {
  const macros = () => refusedFileError(spreadsheetWordings.macros);
  if (archive.names.some((name) => name.endsWith('vbaproject.bin'))) throw macros();
  const types = '[content_types].xml';
  if (!archive.has(types)) throw refusedFileError(spreadsheetWordings.notExcel);
  await readPart(archive, types, {
    open: (_name, { ContentType: type = '' }) => {
      if (/macroEnabled|vbaProject/i.test(type)) throw macros();
    },
  });
}

/** The package's main part; `xl/workbook.xml` in the files of all known programs. */
async function mainPart(archive: ZipArchive): Promise<string> {
  const targets = await readTargets(archive, '');
  return [...targets.values()].find(({ type }) => type.endsWith('/officeDocument'))?.part ?? 'xl/workbook.xml';
}

interface Target {
  type: string;
  part: string;
}

/** The relations of a part, by their ids. */
async function readTargets(archive: ZipArchive, part: string): Promise<Map<string, Target>> {
  const folder = posix.dirname(part);
  const relations = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const targets = new Map<string, Target>();
  if (!archive.has(relations)) return targets;
  await readPart(archive, relations, {
    open: (name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || id === undefined || mode === 'External') return;
      const whole = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      targets.set(id, { type, part: whole.toLowerCase() });
      if (targets.size > 1000) throw new StopParsing();
    },
  });
  return targets;
}

async function readSheetList(archive: ZipArchive, part: string) {
  const sheets: (SheetOfWorkbook & { relation: string })[] = [];
  let isFrom1904 = false;
  await readPart(archive, part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible' } = attributes;
      sheets.push({ name: title, isHidden: state !== 'visible', relation: readAttribute(attributes, 'id') ?? '' });
      if (sheets.length > 1000) throw new StopParsing();
    },
  });
  return { sheets, isFrom1904 };
}

async function readStrings(archive: ZipArchive, part: string | undefined, budget: TextBudget): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !archive.has(part)) return strings;
  let text = '';
  let isInText = false;
  let isPhonetic = false;
  const reader: PartReader = {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isInText = !isPhonetic;
    },
    text: (piece) => {
      if (isInText) text += budget.take(piece);
    },
    close: (name) => {
      if (name === 't') isInText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si' && strings.push(unescapeCellText(text)) > 1_000_000)
        throw refusedFileError(spreadsheetWordings.tooMuchText);
    },
  };
  await readPart(archive, part, reader, maxElements.cells);
  return strings;
}

/** Numbers of built-in formats that show a date or a time. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Excel takes formats up to this length, and about 250 of them. */
const longestFormat = 255;
const mostFormats = 2000;

/**
 * Colours, conditions, quoted and escaped letters are no part of a date. An unclosed quote or bracket extends to the
 * end, so that the expression takes linear time. Codes longer than Excel's limit are no format.
 */
const isDateFormat = (code: string): boolean =>
  code.length <= longestFormat &&
  code !== 'General' &&
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\.|_.|\*./g, ''));

const kindOfFormat = (code: string): StyleKind =>
  /^0{2,20}$/.test(code)
    ? code.length
    : isDateFormat(code)
      ? 'date'
      : /%/.test(code.slice(0, longestFormat))
        ? 'percent'
        : 'other';
/** Numbers 9 and 10 are built in as "0%" and "0.00%". */
const builtInKind = (id: number): StyleKind =>
  isBuiltInDate(id) ? 'date' : id === 9 || id === 10 ? 'percent' : 'other';

const tooManyFormats = () => refusedFileError(spreadsheetWordings.tooManyFormats);

async function readStyles(archive: ZipArchive, part: string | undefined): Promise<StyleKind[]> {
  const styles: StyleKind[] = [];
  if (part === undefined || !archive.has(part)) return styles;
  const own = new Map<number, StyleKind>();
  let isInCellStyles = false;
  await readPart(archive, part, {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt' && own.set(id, kindOfFormat(formatCode)).size > mostFormats) throw tooManyFormats();
      if (name === 'cellXfs') isInCellStyles = true;
      else if (name === 'xf' && isInCellStyles) styles.push(own.get(id) ?? builtInKind(id));
    },
    close: (name) => {
      if (name === 'cellXfs') throw new StopParsing();
    },
  });
  return styles;
}
