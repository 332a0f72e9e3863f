import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type ExcelJS from 'exceljs';
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { type CellKind, type ColumnFormat, cellStyle, type RowStyle, styleOfBlankCell } from './cell-styles.ts';
import { escapeCellText, type SheetCellValue, withoutNoise } from './safe-cell.ts';

export interface SheetColumn {
  /** In characters of the plain font. */
  width: number;
  /** Default `general`. Texts are on the left, dates are shown dd-MMM-yyyy in every column. */
  format?: ColumnFormat;
  /** Format of empty cells, for a sheet that is to be filled in. */
  empty?: CellKind;
}

/** Margins of a landscape page, in inches: narrow, so that wide tables are printed large. */
const narrow = { left: 0.25, right: 0.25, top: 0.4, bottom: 0.4, header: 0.2, footer: 0.2 };

interface SheetOptions {
  /** Is cut and cleaned to what Excel accepts, and made unique within the workbook. */
  name: string;
  columns: readonly SheetColumn[];
  /** Rows and columns that stay in view. */
  frozen?: { rows: number; columns: number };
  isLandscape?: boolean;
  /** The first rows and columns, which every printed page repeats. */
  printTitles?: { rows: { from: number; to: number }; columns: number };
  /** Hidden, also from the menu of hidden sheets. */
  isHidden?: boolean;
}

/**
 * Allows whole numbers from 0 to `max`, one of `words` in any case, or blank; Excel and LibreOffice show `message` for
 * anything else.
 */
export interface WholeNumberRule {
  /** For example `E7:E41`. */
  range: string;
  max: number;
  words: readonly string[];
  message: string;
}

/** A hint on cells, and their list of choices. */
export interface CellHint {
  /** For example `E2:E5001`. */
  range: string;
  /** At most 32 characters are shown. */
  title: string;
  /** At most 255 characters are shown. */
  text: string;
  /** Range of the choices: `Choices!$A$2:$A$9`. Other values can be typed after a warning. */
  choices?: string;
}

/** A workbook that is streamed: sheet after sheet, row after row; written rows are released. */
export class Workbook {
  readonly #writer: ExcelJS.stream.xlsx.WorkbookWriter;
  /** Excel keeps this name for itself, and repairs a file that has it. */
  readonly #names = new Set(['history']);

  constructor(writer: ExcelJS.stream.xlsx.WorkbookWriter) {
    this.#writer = writer;
  }

  /** Adds a sheet. End the previous one first. */
  sheet(options: SheetOptions): Sheet {
    const { frozen, printTitles } = options;
    const worksheet = this.#writer.addWorksheet(this.#nameOf(options.name), {
      ...(options.isHidden ? { state: 'veryHidden' } : {}),
      ...(frozen ? { views: [{ state: 'frozen', xSplit: frozen.columns, ySplit: frozen.rows }] } : {}),
      pageSetup: {
        paperSize: 9,
        orientation: options.isLandscape ? 'landscape' : 'portrait',
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        ...(options.isLandscape ? { margins: narrow } : {}),
        ...(printTitles
          ? {
              printTitlesRow: `${printTitles.rows.from}:${printTitles.rows.to}`,
              printTitlesColumn: `A:${letterOf(printTitles.columns)}`,
            }
          : {}),
      },
    });
    worksheet.columns = options.columns.map(({ width, empty }) => ({
      width,
      ...(empty ? { style: styleOfBlankCell(empty) } : {}),
    }));
    return new Sheet(worksheet, options.columns);
  }

  #nameOf(wanted: string): string {
    const clean = wanted
      .toWellFormed()
      .replaceAll(/[\p{Cc}\\/?*[\]:]/gu, ' ')
      .replaceAll(/^'+|(?<!')'+$/g, '')
      .trim();
    const base = clean.slice(0, 31).trim() || 'Sheet';
    let name = base;
    for (let number = base.toLowerCase() === 'history' ? 1 : 2; this.#names.has(name.toLowerCase()); number += 1) {
      const ending = ` (${number})`;
      name = `${base.slice(0, 31 - ending.length)}${ending}`;
    }
    this.#names.add(name.toLowerCase());
    return name;
  }
}

/** The letter of one of the first 26 columns, from 1. */
const letterOf = (column: number): string => String.fromCharCode('A'.charCodeAt(0) + column - 1);

/** One sheet of a `Workbook`. */
export class Sheet {
  readonly #worksheet: ExcelJS.Worksheet & { commit(): void };
  readonly #formats: readonly ColumnFormat[];
  #rows = 0;
  /** The name in the file, which may differ from the requested one. */
  readonly name: string;

  constructor(worksheet: ExcelJS.Worksheet, columns: readonly SheetColumn[]) {
    this.#worksheet = worksheet as ExcelJS.Worksheet & { commit(): void };
    this.name = worksheet.name;
    this.#formats = columns.map(({ format = 'general' }) => format);
  }

  /**
   * Writes the next row and returns its number, from 1. A null makes an empty cell in the row's look. `merged` has the
   * numbers of the first and last cells to merge; the merged cell keeps the first one's value.
   */
  row(
    cells: readonly SheetCellValue[],
    look: RowStyle = 'plain',
    merged: readonly (readonly [from: number, to: number])[] = [],
  ): number {
    this.#rows += 1;
    const row = this.#worksheet.getRow(this.#rows);
    for (const [index, value] of cells.entries()) {
      const cell = row.getCell(index + 1);
      const format = this.#formats[index] ?? 'general';
      if (value === null) {
        cell.style = cellStyle(look, format);
      } else if (typeof value === 'number') {
        cell.value = withoutNoise(value);
        cell.style = cellStyle(look, format === 'text' ? 'general' : format);
      } else if (typeof value === 'string') {
        cell.value = escapeCellText(value);
        // The heading of a column of numbers is right-aligned like them.
        const isHeading = look === 'heading' || look === 'subheading';
        const isText = format === 'text' || format === 'centred';
        cell.style = cellStyle(look, isText ? format : isHeading ? 'general' : 'text');
      } else {
        cell.value = new Date(`${value.day}T00:00:00Z`);
        cell.style = cellStyle(look, 'date');
      }
    }
    for (const [from, to] of merged) {
      if (to > from) this.#worksheet.mergeCells(this.#rows, from, this.#rows, to);
      row.getCell(from).style = cellStyle(look, 'centred');
    }
    row.commit();
    return this.#rows;
  }

  /** Validates what is typed into a range of cells. */
  addNumberRule({ range, max, words, message }: WholeNumberRule): void {
    // A rule of the type 'whole' allows no words. The formula refers to the first cell; programs shift it. Texts
    // compare without case.
    const [cell = ''] = range.split(':');
    const isWord = words.map((word) => `${cell}="${word}"`).join(',');
    this.#addRule(range, {
      type: 'custom',
      allowBlank: true,
      showErrorMessage: true,
      errorStyle: 'stop',
      error: message,
      formulae: [`IF(ISNUMBER(${cell}),AND(${cell}>=0,${cell}<=${max},INT(${cell})=${cell}),OR(${isWord}))`],
    });
  }

  /** Adds a hint, and choices, to a range of cells. */
  addHint({ range, title, text, choices }: CellHint): void {
    const hint = {
      showInputMessage: true,
      promptTitle: title.slice(0, 32),
      prompt: text.slice(0, 255),
      allowBlank: true,
    };
    this.#addRule(
      range,
      choices === undefined
        ? { ...hint, type: 'any' as never, formulae: [] }
        : { ...hint, type: 'list', formulae: [choices], showErrorMessage: true, errorStyle: 'warning' },
    );
  }

  #addRule(range: string, rule: ExcelJS.DataValidation): void {
    const { dataValidations } = this.#worksheet as unknown as {
      dataValidations: { add(range: string, rule: ExcelJS.DataValidation): void };
    };
    dataValidations.add(range, rule);
  }

  /** Yields to the event loop, so that written rows are flushed to the stream. */
  async flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Ends the sheet and flushes it. */
  async end(): Promise<void> {
    this.#worksheet.commit();
    await this.flush();
  }
}

export interface AboutWorkbook {
  /** The school, as author in the file's properties. */
  creator: string;
  madeAt: Date;
}

/** Writes a workbook into a stream and ends the stream. */
export async function writeWorkbook(
  stream: Writable,
  { creator, madeAt }: AboutWorkbook,
  build: (workbook: Workbook) => void | Promise<void>,
): Promise<void> {
  const writer = new WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  Object.assign(writer, {
    creator: escapeCellText(creator),
    lastModifiedBy: escapeCellText(creator),
    created: madeAt,
    modified: madeAt,
  });
  await build(new Workbook(writer));
  await writer.commit();
}

/** A workbook's bytes. */
export async function renderWorkbook(
  about: AboutWorkbook,
  build: (workbook: Workbook) => void | Promise<void>,
): Promise<Uint8Array> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeWorkbook(stream, about, build)]);
  return bytes;
}
