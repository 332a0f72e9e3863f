import { asWritten, type NamedKind } from '#shared/options/move-in/kinds.ts';
import { entity } from '../../../platform/table/entity.ts';

/**
 * What names of files mean at this school, as somebody said once: by the folded name, an id; of a sheet its kind, and
 * of a column its field.
 */
interface RememberedNamesItem {
  of: NamedKind | 'sheet' | 'column';
  names: Record<string, string>;
}

export const RememberedNamesEntity = entity<RememberedNamesItem>()({
  name: 'move-in-names',
  pk: 'move-in-names',
  sk: '${of}',
});

/** More than a school's files have; the oldest go first. */
const most = 2000;

/** The names with those that were said, of which empty ones are of one file alone. */
export const rememberNames = (
  known: Readonly<Record<string, string>>,
  said: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    [
      ...Object.entries(known).filter(([name]) => !(name in said)),
      ...Object.entries(said).filter(([, id]) => id === asWritten || /^[A-Za-z0-9]/.test(id)),
    ].slice(-most),
  );

/** What sheets and columns are that were chosen by hand. */
export interface RememberedChoices {
  sheet: Readonly<Record<string, string>>;
  column: Readonly<Record<string, string>>;
}

/** The choices with those that were made of a file. */
export const rememberChoices = (
  known: Readonly<Record<string, string>>,
  made: Readonly<Record<string, string>>,
): Record<string, string> => Object.fromEntries(Object.entries({ ...known, ...made }).slice(-most));
