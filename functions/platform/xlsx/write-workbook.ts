import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type ExcelJS from 'exceljs';
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { type CellKind, type ColumnFormat, emptyStyle, type RowLook, styleOf } from './cell-styles.ts';
import { type CellValue, safeText } from './safe-cell.ts';

export interface SheetColumn {
  /** In characters of the plain font. */
  width: number;
  /** Default `general`. Texts are on the left, dates are shown dd-MMM-yyyy in every column. */
  format?: ColumnFormat;
  /** For a sheet that is to be filled: what is typed into its empty cells. */
  empty?: CellKind;
}

export /** Margins of a landscape page, in inches: narrow, so that wide tables are printed large. */
const narrow = { left: 0.25, right: 0.25, top: 0.4, bottom: 0.4, header: 0.2, footer: 0.2 };

interface SheetOptions {
  /** Cut and cleaned to what Excel takes, and made unique within the workbook. */
  name: string;
  columns: readonly SheetColumn[];
  /** Rows and columns that stay in view. */
  frozen?: { rows: number; columns: number };
  isLandscape?: boolean;
  /** The first rows and columns, which every printed page repeats. */
  printTitles?: { rows: { from: number; to: number }; columns: number };
  /** Not shown, and not in the menu of hidden sheets. */
  isHidden?: boolean;
}

/** Whole numbers from 0 to `max`, one of `words` in any case, or nothing; Excel and LibreOffice tell `message` to those who type something else. */
export interface WholeNumbers {
  /** For example `E7:E41`. */
  range: string;
  max: number;
  words: readonly string[];
  message: string;
}

/** A cell's hint, and its list of choices. */
export interface Explained {
  /** For example `E2:E5001`. */
  range: string;
  /** At most 32 characters are shown. */
  title: string;
  /** At most 255 characters are shown. */
  text: string;
  /** Where the choices are: `Choices!$A$2:$A$9`. Something else can be typed, for it may be meant. */
  choices?: string;
}

/** A workbook that is written while it is made: sheet after sheet, row after row; what is written is forgotten. */
export class Workbook {
  readonly #writer: ExcelJS.stream.xlsx.WorkbookWriter;
  readonly #names = new Set<string>();

  constructor(writer: ExcelJS.stream.xlsx.WorkbookWriter) {
    this.#writer = writer;
  }

  /** Begins a sheet; end the one before it first. */
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
      ...(empty ? { style: emptyStyle(empty) } : {}),
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
    for (let number = 2; this.#names.has(name.toLowerCase()); number += 1) {
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
  /** As it came out: what was asked for may hold letters that Excel does not take. */
  readonly name: string;

  constructor(worksheet: ExcelJS.Worksheet, columns: readonly SheetColumn[]) {
    this.#worksheet = worksheet as ExcelJS.Worksheet & { commit(): void };
    this.name = worksheet.name;
    this.#formats = columns.map(({ format = 'general' }) => format);
  }

  /**
   * Writes the next row and returns its number, from 1. A null leaves its cell empty, but in the row's look. Cells of `merged`, by the
   * numbers of the first and last, become one, which holds what the first did.
   */
  row(
    cells: readonly CellValue[],
    look: RowLook = 'plain',
    merged: readonly (readonly [from: number, to: number])[] = [],
  ): number {
    this.#rows += 1;
    const row = this.#worksheet.getRow(this.#rows);
    for (const [index, value] of cells.entries()) {
      const cell = row.getCell(index + 1);
      const format = this.#formats[index] ?? 'general';
      if (value === null) {
        cell.style = styleOf(look, format);
      } else if (typeof value === 'number') {
        cell.value = value;
        cell.style = styleOf(look, format === 'text' ? 'general' : format);
      } else if (typeof value === 'string') {
        cell.value = safeText(value);
        // Above numbers a heading is on the right, as they are.
        const isHeading = look === 'heading' || look === 'subheading';
        const isText = format === 'text' || format === 'centred';
        cell.style = styleOf(look, isText ? format : isHeading ? 'general' : 'text');
      } else {
        cell.value = new Date(`${value.day}T00:00:00Z`);
        cell.style = styleOf(look, 'date');
      }
    }
    for (const [from, to] of merged) {
      if (to > from) this.#worksheet.mergeCells(this.#rows, from, this.#rows, to);
      row.getCell(from).style = styleOf(look, 'centred');
    }
    row.commit();
    return this.#rows;
  }

  /** Says what may be typed into a range of cells. */
  allow({ range, max, words, message }: WholeNumbers): void {
    // A rule of the type 'whole' takes no words. The formula names the first cell; programs move it along. Texts are compared without case.
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

  /** Tells what belongs into a range of cells, and offers choices. */
  explain({ range, title, text, choices }: Explained): void {
    const told = {
      showInputMessage: true,
      promptTitle: title.slice(0, 32),
      prompt: text.slice(0, 255),
      allowBlank: true,
    };
    this.#addRule(
      range,
      choices === undefined
        ? { ...told, type: 'any' as never, formulae: [] }
        : { ...told, type: 'list', formulae: [choices], showErrorMessage: true, errorStyle: 'warning' },
    );
  }

  #addRule(range: string, rule: ExcelJS.DataValidation): void {
    const { dataValidations } = this.#worksheet as unknown as {
      dataValidations: { add(range: string, rule: ExcelJS.DataValidation): void };
    };
    dataValidations.add(range, rule);
  }

  /** Lets the rows that were written flow on. */
  async letOut(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Ends the sheet and lets what was written flow on. */
  async end(): Promise<void> {
    this.#worksheet.commit();
    await this.letOut();
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
    creator: safeText(creator),
    lastModifiedBy: safeText(creator),
    created: madeAt,
    modified: madeAt,
  });
  await build(new Workbook(writer));
  await writer.commit();
}

/** A workbook's bytes. */
export async function workbookBytes(
  about: AboutWorkbook,
  build: (workbook: Workbook) => void | Promise<void>,
): Promise<Uint8Array> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeWorkbook(stream, about, build)]);
  return bytes;
}
