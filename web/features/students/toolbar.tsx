import type { StudentField } from '#shared/students/fields.ts';
import type { Rights } from './row-actions.ts';
import type { StudentRow } from './table/student-row.ts';

/** Buttons of the whole screen: Add Student, Upload Students. */
export const ScreenActions = (_props: { rights: Rights }) => null;

/** Buttons of the list as it shows: with search, filters and order applied, and its columns without the row's name. */
export const ListActions = (_props: {
  rights: Rights;
  rows: readonly StudentRow[];
  columns: readonly StudentField[];
}) => null;
