import { foldName, noKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { readSheets } from '../../../platform/xlsx/open-in-worker.ts';
import type { ReadSheet } from '../../../platform/xlsx/read-sheet.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { textOf } from './cell-text.ts';
import {
  type NamedSheet,
  type RecognizedSheet,
  recognizeSheet,
  type SchoolNames,
  subjectsOfSheet,
} from './recognize-sheet.ts';
import { rememberedKind } from './remembered-choices.ts';

/** A whole school takes longer to read than a list, and its call has 29 seconds. */
const readingLimits = { milliseconds: 15_000, megabytes: 256 } as const;

export interface RecognizedFile {
  /** What the file calls the school that it is of, where that is not this one. */
  otherSchool?: string;
  sheets: readonly RecognizedSheet[];
  notes: readonly string[];
}

/** Sheets of the product's own workbook beside its lists. */
export const ownSheets = { notes: 'Read me', choices: 'Choices' } as const;
/** Of the column of its notes that explains the others. */
export const notesHeading = 'What belongs there';

/**
 * Reads a workbook or a text file, and says of each sheet what it is.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readMoveInFile(
  bytes: Uint8Array,
  { school, said }: { school: SchoolNames; said: SaidOfFile },
): Promise<RecognizedFile> {
  const read: (NamedSheet & { isHidden: boolean })[] = [];
  let otherSchool: string | undefined;
  for await (const { name, isHidden, sheet } of readSheets(bytes, { limits: readingLimits })) {
    if (name === ownSheets.notes) otherSchool = nameOfOtherSchool(sheet, school.name);
    if (sheet.rows.size > 0 && !Object.values<string>(ownSheets).includes(name)) read.push({ name, isHidden, sheet });
  }
  const subjects = new Set(read.flatMap((one) => subjectsOfSheet(one, school)).map(foldName));
  const names = { ...school, isSubject: (text: string) => school.isSubject(text) || subjects.has(foldName(text)) };
  const sheets: RecognizedSheet[] = [];
  const notes: string[] = [];
  // What a sheet was read into takes its place: there is never a second copy of all rows.
  for (let one = read.shift(); one; one = read.shift()) {
    const ofSheet = said.sheets?.[one.name];
    // What nobody sees who opens the file is read where somebody says so.
    const isLeft = one.isHidden && (ofSheet?.kind ?? rememberedKind(one.name, names)) === undefined;
    const found = recognizeSheet(one, { school: names, said: isLeft ? { ...ofSheet, kind: noKind } : ofSheet });
    if (found && isLeft) notes.push(moveInWordings.hiddenSheet(one.name));
    if (found) sheets.push(found);
    else notes.push(spreadsheetWordings.sheetWithoutList(one.name, one.isHidden));
  }
  if (sheets.length === 0) throw refusedFileError(moveInWordings.nothingFound);
  return {
    ...(otherSchool === undefined ? {} : { otherSchool }),
    sheets,
    notes: [...notes, ...sheets.flatMap((sheet) => sheet.notes)],
  };
}

/** The product's own workbook begins with the school that it was made for. */
function nameOfOtherSchool({ rows }: ReadSheet, own: string): string | undefined {
  const isOurs = [...rows.values()].some((cells) => textOf(cells.get(3)) === notesHeading);
  const name = textOf(rows.get(1)?.get(1));
  return isOurs && name !== '' && foldName(name) !== foldName(own) ? name : undefined;
}
