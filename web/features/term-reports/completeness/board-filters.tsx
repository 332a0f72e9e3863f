import type { BoardRow } from '#shared/term-reports/completeness-calls.ts';
import { type Column, textOf } from '../../../tables/columns.ts';
import type { ChangeTable, TableState } from '../../../tables/table-state.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { type BoardFilter, boardColumns, filteredRows, incomplete } from './board-columns.ts';
import styles from './completeness.module.css';

interface BoardFiltersProps {
  rows: readonly BoardRow[];
  state: TableState;
  onChange: ChangeTable;
}

const fields = [
  { key: 'form', all: 'All forms' },
  { key: 'class', all: 'All classes' },
  { key: 'subject', all: 'All subjects' },
  { key: 'teacher', all: 'All teachers' },
] as const satisfies readonly { key: BoardFilter; all: string }[];

/** What the board shows: one form, class, subject or teacher, and only what is incomplete. The filters are the list's own. */
export function BoardFilters({ rows, state: { filters }, onChange }: BoardFiltersProps) {
  const choose = (key: BoardFilter, value: string | null) => {
    const { [key]: _before, ...others } = filters;
    onChange({ filters: value === null ? others : { ...others, [key]: [value] } });
  };
  return (
    <fieldset className={styles.filters} aria-label="Filters">
      {fields.map(({ key, all }) => {
        const column = boardColumns.find((one) => one.key === key);
        if (!column) return null;
        const chosen = filters[key] ?? [];
        const several = chosen.length > 1 ? chosen.join(', ') : null;
        const { [key]: _own, ...others } = filters;
        const options = valuesOf(filteredRows(rows, others), column).map((value) => ({ value, label: value }));
        return (
          <div key={key} className={styles.filter}>
            <Combobox
              label={column.label}
              options={several === null ? options : [{ value: several, label: several }, ...options]}
              value={several ?? chosen[0] ?? null}
              onValueChange={(value) => choose(key, value)}
              placeholder={all}
            />
          </div>
        );
      })}
      <label className={styles.only}>
        <input
          type="checkbox"
          checked={filters.state?.[0] === incomplete}
          onChange={(event) => choose('state', event.target.checked ? incomplete : null)}
        />
        Only incomplete
      </label>
    </fieldset>
  );
}

const collator = new Intl.Collator('en', { numeric: true });

const valuesOf = (rows: readonly BoardRow[], column: Column<BoardRow>): string[] =>
  [...new Set(rows.map((row) => textOf(column, row)))].sort(collator.compare);
