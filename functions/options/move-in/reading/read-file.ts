import { foldName, type MoveInKind, type noKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInWordings } from '#shared/options/move-in/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { readSheets } from '../../../platform/xlsx/open-in-worker.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { textOf } from './cell-text.ts';
import { type NamedSheet, type RecognizedSheet, recognizeSheet, type SchoolNames } from './recognize-sheet.ts';

export interface RecognizedFile {
  sheets: readonly RecognizedSheet[];
  notes: readonly string[];
}

/** Sheets of the product's own workbook beside its lists. */
export const ownSheets = { notes: 'Read me', choices: 'Choices' } as const;

/**
 * Reads a workbook or a text file, and says of each sheet what it is.
 * @throws {ValidationError} on `file`, with the reason
 */
export async function readMoveInFile(
  bytes: Uint8Array,
  { school, said }: { school: SchoolNames; said: SaidOfFile },
): Promise<RecognizedFile> {
  const read: (NamedSheet & { isHidden: boolean })[] = [];
  for await (const { name, isHidden, sheet } of readSheets(bytes)) {
    if (sheet.rows.size > 0 && !Object.values<string>(ownSheets).includes(name)) read.push({ name, isHidden, sheet });
  }
  const subjects = namesOfSubjects(read, school);
  const names = { ...school, isSubject: (text: string) => school.isSubject(text) || subjects.has(foldName(text)) };
  const sheets: RecognizedSheet[] = [];
  const notes: string[] = [];
  for (const one of read) {
    const found = recognizeSheet(one, { school: names, said: said.sheets?.[one.name] });
    if (found) sheets.push(found);
    else notes.push(spreadsheetWordings.sheetWithoutList(one.name, one.isHidden));
  }
  if (sheets.length === 0) throw refusedFileError(moveInWordings.nothingFound);
  return { sheets, notes: [...notes, ...sheets.flatMap((sheet) => sheet.notes)] };
}

/** The subjects that lists of subjects and lessons in the file name. */
function namesOfSubjects(read: readonly NamedSheet[], school: SchoolNames): Set<string> {
  const ofKind: Partial<Record<MoveInKind | typeof noKind, readonly string[]>> = {
    subjects: ['title', 'abbr'],
    lessons: ['subject'],
  };
  return new Set(
    read.flatMap((one) => {
      const found = recognizeSheet(one, { school, said: undefined });
      const fields = (found && ofKind[found.kind]) ?? [];
      return (found?.rows ?? []).flatMap(({ cells }) => fields.map((field) => foldName(textOf(cells.get(field)))));
    }),
  );
}
