import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { plain } from '../ui/fields/search-text.ts';
import styles from './data-table.module.css';
import { Menu } from './menu.tsx';

interface ColumnMenuProps {
  /** Without the first column, which always shows. */
  columns: readonly { key: string; label: string }[];
  shown: readonly string[];
  onShown: (keys: readonly string[] | null) => void;
}

/** Which columns are shown; with a search for tables that have many. */
export function ColumnMenu({ columns, shown, onShown }: ColumnMenuProps) {
  const [search, setSearch] = useState('');
  const found = columns.filter(({ label }) => plain(label).includes(plain(search.trim())));
  const choose = (key: string, isShown: boolean) =>
    onShown(columns.map((column) => column.key).filter((one) => (one === key ? isShown : shown.includes(one))));
  return (
    <Menu
      label="Columns"
      button={(trigger) => (
        <Button {...trigger} icon={Columns3}>
          Columns
        </Button>
      )}
    >
      {() => (
        <>
          <input
            type="search"
            className={styles.menuSearch}
            aria-label="Search columns"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ul className={styles.values}>
            {found.map(({ key, label }) => (
              <li key={key}>
                <label className={styles.choice}>
                  <input
                    type="checkbox"
                    checked={shown.includes(key)}
                    onChange={(event) => choose(key, event.target.checked)}
                  />
                  <span>{label}</span>
                </label>
              </li>
            ))}
          </ul>
          <Button variant="quiet" onClick={() => onShown(null)}>
            As at first
          </Button>
        </>
      )}
    </Menu>
  );
}
