import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { findMatches } from '../../ui/fields/search-text.ts';
import type { FilterValue } from '../columns.ts';
import styles from '../data-table.module.css';
import { Menu } from './menu.tsx';

interface FilterMenuProps {
  label: string;
  /** Called when the menu opens. */
  valuesOf: () => readonly FilterValue[];
  /** Loads the values where they are not in the rows. */
  query?: UseQueryOptions<readonly FilterValue[]> | undefined;
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}

/** A menu of a column's values and their counts, with a search. */
export function FilterMenu({ label, valuesOf, query, chosen, onChosen }: FilterMenuProps) {
  return (
    <Menu
      label={`Filter ${label}`}
      button={(trigger) => (
        <button
          type="button"
          {...trigger}
          className={styles.menuButton}
          aria-label={chosen.length > 0 ? `Filter ${label}, ${chosen.length} chosen` : `Filter ${label}`}
          data-chosen={chosen.length > 0 || undefined}
        >
          <ListFilter size={14} aria-hidden />
        </button>
      )}
    >
      {() =>
        query ? (
          <AskedValues label={label} query={query} chosen={chosen} onChosen={onChosen} inRows={valuesOf} />
        ) : (
          <Values label={label} values={valuesOf()} chosen={chosen} onChosen={onChosen} />
        )
      }
    </Menu>
  );
}

type Choosing = Pick<FilterMenuProps, 'label' | 'chosen' | 'onChosen'>;

interface AskedValuesProps extends Choosing {
  query: UseQueryOptions<readonly FilterValue[]>;
  inRows: () => readonly FilterValue[];
}

function AskedValues({ query, inRows, ...choosing }: AskedValuesProps) {
  const answer = useQuery(query);
  if (!answer.data) return <Loading queries={[answer]} what="the values" lines={4} />;
  const known = new Set(answer.data.map(({ value }) => value));
  // Blank values are in the rows only, and a chosen value that no row has any more must be listed to be deselected.
  const others = inRows().filter(({ value }) => !known.has(value) && (value === '' || choosing.chosen.includes(value)));
  return <Values {...choosing} values={[...others, ...answer.data]} />;
}

function Values({ label, values, chosen, onChosen }: Choosing & { values: readonly FilterValue[] }) {
  const [search, setSearch] = useState('');
  const found = findMatches(values, search, ({ value }) => value);
  if (values.length === 0) return <p className={styles.none}>No Available Filters</p>;
  return (
    <>
      <input
        type="search"
        className={styles.menuSearch}
        aria-label={`Search the values of ${label}`}
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={styles.values}>
        {found.map(({ value, count }) => (
          <li key={value}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) =>
                  onChosen(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
              <span>{value === '' ? '(blank)' : value}</span>
              <span className={styles.count}>{count}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>Nothing found.</p>}
      <Button variant="quiet" disabled={chosen.length === 0} onClick={() => onChosen([])}>
        Show all
      </Button>
    </>
  );
}
