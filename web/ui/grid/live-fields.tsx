import { useEffect, useLayoutEffect, useRef } from 'react';
import type { GradeColumn, NumberColumn } from './columns.ts';
import type { CellId } from './entries.ts';
import type { GridModel } from './grid-model.ts';
import { type LiveEntryRef, useLiveInput } from './live-entry.ts';
import styles from './mark-grid.module.css';

interface LiveFieldProps<C> {
  grid: GridModel;
  cell: CellId;
  column: C;
  /** The shown value as text. */
  text: string;
  /** Column and row, for screen readers. */
  label: string;
  noteId: string | undefined;
  isRefused: boolean;
  live: LiveEntryRef;
}

/** What may be typed into a number cell: whole numbers, or one decimal point or comma. */
const typeable = { 0: /^\d*$/, 1: /^[\d.,]*$/ } as const;

export function LiveNumber({ grid, cell, column, text, label, noteId, isRefused, live }: LiveFieldProps<NumberColumn>) {
  const input = useLiveInput({ grid, cell, text, live });

  // Before the character arrives, for it would replace the selected value. React has no such event of its own.
  useEffect(() => {
    const refuseCharacter = (event: InputEvent) => {
      if (event.data === null || typeable[column.decimals].test(event.data)) return;
      event.preventDefault();
      grid.announce(column.decimals === 0 ? 'Whole numbers only.' : 'Numbers only.');
    };
    const element = input.current;
    element?.addEventListener('beforeinput', refuseCharacter);
    return () => element?.removeEventListener('beforeinput', refuseCharacter);
  }, [grid, input, column.decimals]);

  return (
    <input
      ref={input}
      className={styles.live}
      data-live
      type="text"
      inputMode={column.decimals === 0 ? 'numeric' : 'decimal'}
      enterKeyHint="next"
      autoComplete="off"
      spellCheck={false}
      maxLength={12}
      aria-label={label}
      aria-describedby={noteId}
      aria-invalid={isRefused || undefined}
      defaultValue={text}
      onFocus={(event) => {
        if (live.current?.mode === 'ready' && event.currentTarget.value !== '') event.currentTarget.select();
      }}
      onInput={() => live.current?.onInput()}
      onBlur={() => live.current?.commit()}
    />
  );
}

/** Lies unseen over the cell's letter: a phone shows its own picker, a keyboard types the letter. */
export function LiveGrade({ grid, cell, column, text, label, noteId, isRefused, live }: LiveFieldProps<GradeColumn>) {
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const element = select.current;
    if (!element) return;
    live.current = { element, mode: 'ready', onInput: () => {}, commit: () => false, restore: () => {} };
    return () => {
      if (live.current?.element === element) live.current = null;
    };
  }, [live]);
  return (
    <select
      ref={select}
      className={styles.liveGrade}
      data-live
      aria-label={label}
      aria-describedby={noteId}
      aria-invalid={isRefused || undefined}
      value={text}
      onChange={(event) => grid.enter(cell, event.target.value)}
    >
      <option value="">—</option>
      {Object.entries(column.grades).map(([grade, meaning]) => (
        <option key={grade} value={grade}>
          {grade} {meaning}
        </option>
      ))}
    </select>
  );
}
