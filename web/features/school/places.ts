import type { ComponentType, ReactNode } from 'react';
import type { CallRow, MenuKey, Output, RawInput } from '#shared/http/contract.ts';
import { actsPlace } from '#shared/place.ts';
import { queryOf } from '../../api/query.ts';
import type { DueLine } from './due/due-lines.ts';

type GetRow = CallRow & { method: 'GET' };

/** What of an option waits for an administrator who has the menu. */
export interface DueOfOption {
  menu: MenuKey;
  query: ReturnType<typeof queryOf<GetRow>>;
  toLines: (answer: unknown) => readonly DueLine[];
}

/** Makes one of a GET call. */
export const dueOf = <C extends GetRow>(
  row: C,
  { menu, input, toLines }: { menu: MenuKey; input: RawInput<C>; toLines: (answer: Output<C>) => readonly DueLine[] },
): DueOfOption => ({
  menu,
  query: queryOf<GetRow>(row, input),
  toLines: (answer) => toLines(answer as Output<C>),
});

/** Lines of options on the list of what is due. */
export const dueOfOptions = actsPlace<DueOfOption>('what is due');

/** A sentence each about what becomes of an option when the attendance of a term is closed. */
export const notesOnClosedAttendance = actsPlace<string>('notes on closed attendance');

/** What is added to the windows of registration. */
export interface AddedToWindows {
  /** Titles of columns of numbers before the last one. */
  columns: readonly string[];
  /** Of a form level: its name, its cells in these columns, and the rows below it. */
  ofLevel: (level: number) => { name: ReactNode; cells: ReactNode; below: ReactNode };
}

/** What families of a form level have handed in, of one option at most: shows the windows with what it adds. */
export const besideWindows = actsPlace<ComponentType<{ showWindows: (added: AddedToWindows) => ReactNode }>>(
  'beside the windows of registration',
);
