import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { plain } from '../ui/fields/search-text.ts';
import styles from './data-table.module.css';
import { Menu } from './menu.tsx';

interface FilterMenuProps {
  label: string;
  /** Asked when the menu opens. */
  valuesOf: () => readonly { value: string; count: number }[];
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}

/** The values of a column with how many rows have them, to choose from; with a search of its own. */
export function FilterMenu({ label, valuesOf, chosen, onChosen }: FilterMenuProps) {
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
      {() => <Values {...{ label, valuesOf, chosen, onChosen }} />}
    </Menu>
  );
}

function Values({ label, valuesOf, chosen, onChosen }: FilterMenuProps) {
  const [search, setSearch] = useState('');
  const values = valuesOf();
  const found = values.filter(({ value }) => plain(value).includes(plain(search.trim())));
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
