import { VisuallyHidden } from '@aws-amplify/ui-react';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useAddressText } from '../address/use-address-state.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Table } from '../ui/display/table.tsx';
import { findMatches } from '../ui/fields/search-text.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import styles from './pickers.module.css';

interface SearchListProps<T> {
  /** Name of the table. */
  label: string;
  items: readonly T[];
  /** Headings of the columns, the one that names a row first. */
  columns: readonly { label: string; text: (item: T) => string }[];
  keyOf: (item: T) => string;
  onSelect: (item: T) => void;
  placeholder: string;
  /** Shown where the rows would be when there are none at all. */
  empty: ReactNode;
}

/** A table with a Select button in each row and a search in every column, which is in the address. */
export function SearchList<T>({ label, items, columns, keyOf, onSelect, placeholder, empty }: SearchListProps<T>) {
  const [search, setSearch] = useAddressText('find');
  const [name] = columns;
  const found = findMatches(
    items,
    useDeferredValue(search),
    (item) => name?.text(item) ?? '',
    (item) => columns.map(({ text }) => text(item)).join(' '),
  );
  if (items.length === 0) return empty;
  return (
    <div className={styles.list}>
      <Stack width={320}>
        <TextField
          label="Search"
          type="search"
          placeholder={placeholder}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Stack>
      {found.length === 0 ? (
        <EmptyState icon={Search} title="Nothing found" text="No line contains what you typed." />
      ) : (
        <Table label={label} dense>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label} scope="col">
                  {column.label}
                </th>
              ))}
              <th scope="col">
                <VisuallyHidden>Select</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map((item) => (
              <tr key={keyOf(item)}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.label} scope="row">
                      {column.text(item)}
                    </th>
                  ) : (
                    <td key={column.label}>{column.text(item)}</td>
                  ),
                )}
                <td>
                  <Button variant="quiet" aria-label={`Select ${name?.text(item)}`} onClick={() => onSelect(item)}>
                    Select
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
