import type { Rights } from './row-actions.ts';
import type { StudentRow } from './table/student-row.ts';

/** The windows of the screen, each opened by its field of the address. */
export const Windows = (_props: { rights: Rights; students: readonly StudentRow[] }) => null;
