import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../controls/button.tsx';
import { withCommandKeyName } from '../grid/key-names.ts';
import styles from './sheet-aids.module.css';
import type { SheetAids } from './use-sheet-aids.ts';

const groups: readonly { title: string; keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: 'Go',
    keys: [
      ['Enter, Shift+Enter', 'down, up'],
      ['Tab, Shift+Tab', 'next, previous cell to fill in'],
      ['Arrows', 'to the cell beside'],
      ['Home, End', 'first, last cell of the row'],
      ['Ctrl+Home, Ctrl+End', 'first, last cell of the sheet'],
      ['Page Up, Page Down', 'ten rows'],
      ['Ctrl+Enter', 'next blank cell of the column, then of the others'],
      ['Ctrl+F', 'find a student, shown or not'],
    ],
  },
  {
    title: 'Type',
    keys: [
      ['Any digit or letter', 'replaces the value of the cell'],
      ['abs, ex', 'in a column of marks: absent, exempt'],
      ['Alt+A, Alt+E', 'the same for all selected cells'],
      ['F2', 'edits the value of the cell'],
      ['Escape', 'discards what is being typed'],
      ['Enter on a comment', 'opens it; Ctrl+Enter closes it'],
      ['/ in a comment', 'kept comments to choose from'],
      ['Delete', 'clears the selected cells'],
      ['Ctrl+Z, Ctrl+Y', 'undo, redo: everything since the sheet was opened'],
    ],
  },
  {
    title: 'Many cells',
    keys: [
      ['Shift+Arrows', 'select'],
      ['Ctrl+C, Ctrl+X, Ctrl+V', 'copy, cut, paste, as a spreadsheet does'],
      ['Ctrl+D', 'fill down: the first selected value, or the one above'],
      ['Ctrl+Shift+D', 'fill every blank of the column with this value'],
    ],
  },
  {
    title: 'This cell',
    keys: [
      ['Alt+M, Alt+T', 'in a conflict: keep mine, take theirs'],
      ['Shift+F10', 'its history'],
      ['Shift+F2', 'in the mark book: the note on the mark'],
      ['?', 'these keys; in a comment, a question mark'],
    ],
  },
];

/**
 * The list of a sheet's keys, beside the sheet, so that typing continues in the cell. It takes the focus only if it was
 * opened by a click.
 */
export default function KeysPanel({ aids, takesFocus }: { aids: SheetAids; takesFocus: boolean }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);
  const close = () => {
    aids.showKeys(null);
    const active = aids.grid.active();
    if (active && window.matchMedia('(pointer: fine)').matches) {
      aids.grid.goTo({ row: active.row.id, column: active.column.id });
    }
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard
    <section ref={panel} tabIndex={0} aria-label="Keyboard" className={styles.keys}>
      <header className={styles.keysHead}>
        <h2>Keyboard</h2>
        <IconButton label="Close keyboard" icon={X} onClick={close} />
      </header>
      {groups.map(({ title, keys }) => (
        <dl key={title} className={styles.keysGroup}>
          <dt className={styles.keysTitle}>{title}</dt>
          {keys.map(([key, does]) => (
            <dd key={key}>
              <kbd>{withCommandKeyName(key)}</kbd>
              <span>{does}</span>
            </dd>
          ))}
        </dl>
      ))}
    </section>
  );
}
