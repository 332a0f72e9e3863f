import { useState } from 'react';
import type { ChangeTable, TableState } from '../../tables/table-state.ts';

const asItOpens: TableState = { search: '', sort: null, filters: {}, columns: null };

/** The state of a table in a window; the address has that of the table behind it. */
export function useOwnTable(): { state: TableState; change: ChangeTable } {
  const [state, setState] = useState(asItOpens);
  return { state, change: (change) => setState((now) => ({ ...now, ...change })) };
}
