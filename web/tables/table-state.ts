import { useEffect, useMemo, useRef } from 'react';
import { type AddressFields, typingPause, useAddressState, useTypedText } from '../address/use-address-state.ts';
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

/**
 * The state of the screen's table, in its address. Typing replaces the entry of the history; sorting and filtering add
 * one.
 */
export function useTableState(filterable: readonly string[]): { state: TableState; change: ChangeTable } {
  const place = useAddressState();
  const { text: search, type, send } = useTypedText(place.get('search') ?? '');
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

  /** The search that is not in the address yet. */
  const waiting = useRef<{ search: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  // Another screen has the address then.
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  const change: ChangeTable = ({ search: typedNow, ...others }, also = {}) => {
    if (typedNow !== undefined) type(typedNow);
    const wanted = typedNow ?? waiting.current?.search;
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
    const isTyping = typedNow !== undefined && Object.keys({ ...others, ...also }).length === 0;
    const replace = typedNow !== undefined;
    if (!isTyping || typedNow === '') return changeAddress({ search: wanted, ...others }, { also, replace });
    const act = () => {
      waiting.current = null;
      changeAddress({ search: typedNow }, { also, replace });
    };
    waiting.current = { search: typedNow, timer: setTimeout(act, typingPause) };
  };
  const changeAddress = (
    { search: wanted, sort, filters, columns }: { search: string | undefined } & Partial<Omit<TableState, 'search'>>,
    { also, replace }: { also: AddressFields; replace: boolean },
  ) => {
    if (wanted !== undefined) send(wanted);
    place.change(
      {
        ...(wanted !== undefined && { search: wanted === '' ? null : wanted }),
        ...(sort !== undefined && { sort: sort && `${sort.isDescending ? '-' : ''}${sort.key}` }),
        ...(filters && Object.fromEntries(filterable.map((key) => [filterAddressPrefix + key, filters[key] ?? null]))),
        ...(columns !== undefined && { columns: columns?.join(',') ?? null }),
        ...also,
      },
      { replace },
    );
  };
  return { state, change };
}
