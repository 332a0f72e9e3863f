import { foldName, kindTitles, type MoveInKind, moveInKinds, noKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import type { RememberedChoices } from '../records/remembered-names.ts';

/** The class that a text means without doubt. */
type FindClass = (text: string) => string | undefined;

/** A sheet as it was recognized. */
interface ChosenSheet {
  name: string;
  kind: string;
  columns: readonly { column: number; headings: readonly string[] }[];
}

/** Names that say nothing of a sheet: what one of them has, the next one has not. */
const sayingNothing = /^(?:sheet|table|page|list|data|export|book|file|students?|csv)?(?: ?\d{1,4})?$/;

/** Of the product's own workbook, which says itself what they have. */
const own = new Set(Object.values(kindTitles).map(foldName));

/** Undefined for a sheet whose name says nothing, names a class, or is one of our own workbook. */
function nameOfSheet(name: string, findClass: FindClass): string | undefined {
  const folded = foldName(name);
  return sayingNothing.test(folded) || own.has(folded) || findClass(name) !== undefined ? undefined : folded;
}

/** A column by the kind of its sheet and its headings, those above it first. */
export const nameOfColumn = (kind: string, headings: readonly string[]): string =>
  `${kind} ${headings.map(foldName).join(' / ')}`.slice(0, 200);

/** What a sheet of this name was chosen to be, in an earlier file. */
export function rememberedKind(
  name: string,
  { remembered, findClass }: { remembered: RememberedChoices; findClass: FindClass },
): MoveInKind | typeof noKind | undefined {
  const kind = remembered.sheet[nameOfSheet(name, findClass) ?? ''];
  return ([...moveInKinds, noKind] as const).find((one) => one === kind);
}

/** The choices of a file, to be remembered for the next one. */
export function choicesOfFile(
  sheets: readonly ChosenSheet[],
  { sheets: said = {} }: SaidOfFile,
  findClass: FindClass,
): RememberedChoices {
  const chosen = sheets.flatMap((sheet) => (said[sheet.name] ? [{ sheet, of: said[sheet.name] }] : []));
  return {
    sheet: Object.fromEntries(
      chosen.flatMap(({ sheet, of }) => {
        const name = nameOfSheet(sheet.name, findClass);
        return of?.kind === undefined || name === undefined ? [] : [[name, of.kind]];
      }),
    ),
    column: Object.fromEntries(
      chosen.flatMap(({ sheet, of }) =>
        sheet.columns.flatMap(({ column, headings }) => {
          const field = of?.columns?.[toColumnLetters(column)];
          return field === undefined || sheet.kind === noKind ? [] : [[nameOfColumn(sheet.kind, headings), field]];
        }),
      ),
    ),
  };
}
