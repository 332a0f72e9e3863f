import { useMemo, useState } from 'react';
import { type AddressFields, useAddressState } from '../address/use-address-state.ts';
import type { TableFilters } from './columns.ts';

/** The user's view of a table. */
export interface TableState {
  search: string;
  sort: { key: string; isDescending: boolean } | null;
  filters: TableFilters;
  /** Keys of the columns that are shown; null: those that show from the start. */
  columns: readonly string[] | null;
}

/** `also`: other fields of the address that change in the same entry of the history. */
export type ChangeTable = (change: Partial<TableState>, also?: AddressFields) => void;

/** Before the column's key in the address. */
export const filterAddressPrefix = 'in.';

/** The state of the screen's table, in its address. Typing replaces the entry of the history; sorting and filtering add one. */
export function useTableState(filterable: readonly string[]): { state: TableState; change: ChangeTable } {
  const place = useAddressState();
  const inAddress = place.get('search') ?? '';
  // Local state, because a navigation is slower than the next key.
  const [typed, setTyped] = useState({ search: inAddress, address: inAddress });
  if (inAddress !== typed.address) {
    setTyped({ search: inAddress === typed.search ? typed.search : inAddress, address: inAddress });
  }
  const { search } = typed;
  // Memoized by their texts: each key of the search changes the address, but neither sort nor filters.
  const sort = place.get('sort');
  const columns = place.has('columns') ? (place.get('columns') ?? '') : null;
  const filters = JSON.stringify(
    filterable
      .map((key) => [key, place.getAll(filterAddressPrefix + key)])
      .filter(([, values]) => values?.length !== 0),
  );
  const chosen = useMemo(
    () => ({
      sort: sort === null ? null : { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
      filters: Object.fromEntries(JSON.parse(filters) as [string, string[]][]),
      columns: columns === null ? null : columns.split(',').filter(Boolean),
    }),
    [sort, columns, filters],
  );
  const state = useMemo(() => ({ search, ...chosen }), [search, chosen]);

  const change: ChangeTable = ({ search: wanted, sort, filters, columns }, also = {}) => {
    if (wanted !== undefined) setTyped((now) => ({ ...now, search: wanted }));
    place.change(
      {
        ...(wanted !== undefined && { search: wanted === '' ? null : wanted }),
        ...(sort !== undefined && { sort: sort && `${sort.isDescending ? '-' : ''}${sort.key}` }),
        ...(filters && Object.fromEntries(filterable.map((key) => [filterAddressPrefix + key, filters[key] ?? null]))),
        ...(columns !== undefined && { columns: columns?.join(',') ?? null }),
        ...also,
      },
      { replace: wanted !== undefined },
    );
  };
  return { state, change };
}
