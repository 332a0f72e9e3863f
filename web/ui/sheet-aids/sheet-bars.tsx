import { ChevronDown, ChevronUp, CircleCheck, ListFilter, X } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../controls/button.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { lazyWithRetry } from '../display/lazy-with-retry.ts';
import { createTextMatcher, foldForSearch } from '../fields/search-text.ts';
import type { CellId } from '../grid/entries.ts';
import { columnShortName } from '../grid/grid-columns.ts';
import type { GridModel } from '../grid/grid-model.ts';
import { isTypedInto } from '../overlays/typing-idle.ts';
import { loadWhenIdle } from '../screen/idle.ts';
import { uiWordings } from '../wordings.ts';
import styles from './sheet-aids.module.css';
import { type ActiveCellRef, describeSheetOrder, isSorted, type SheetAids } from './use-sheet-aids.ts';

const loadList = () => import('./sheet-menu-list.tsx');
const SheetMenuList = lazyWithRetry(loadList);

/** Menu with find, fill, sort, filter and the list of keys, for mouse and touch. */
export function SheetMenu({ aids, activeCell }: { aids: SheetAids; activeCell: ActiveCellRef }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => loadWhenIdle(loadList), []);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={ListFilter}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setOpen(!isOpen);
        }}
      >
        Sheet menu
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <SheetMenuList aids={aids} button={button} activeCell={activeCell} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Finds a student of the sheet, also one whose row is not rendered. Typing goes to the first match after the active
 * row; the arrows go to the next match, Enter stays there, and Escape goes back.
 */
export function FindStudentBar({ aids }: { aids: SheetAids }) {
  const { grid, rows, every, find: text, onFind, setFinding, showAll } = aids;
  const input = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const [origin, setOrigin] = useState(() => placeIn(grid));
  const names = useMemo(
    () => every.map(({ id, name, classId = '' }) => ({ id, text: foldForSearch(`${name} ${id} ${classId}`) })),
    [every],
  );
  const places = useMemo(() => new Map(rows.map(({ id }, place) => [id, place])), [rows]);

  const matchesOf = (typed: string) => {
    const has = createTextMatcher(typed);
    const all = typed.trim() === '' ? [] : names.filter(({ text: ofRow }) => has(ofRow));
    const shown = all.filter(({ id }) => places.has(id)).map(({ id }) => id);
    return { shown, notShown: all.length - shown.length };
  };
  const { shown, notShown } = matchesOf(text);
  const goTo = (row: string | null) => {
    setAt(row);
    if (origin) grid.goTo({ ...origin, row: row ?? origin.row }, { focus: false });
  };
  const type = (typed: string) => {
    onFind(typed);
    goToMatch(typed);
  };
  const goToMatch = (typed: string) => {
    const found = matchesOf(typed).shown;
    const from = places.get(origin?.row ?? '') ?? 0;
    goTo(found.find((row) => (places.get(row) ?? 0) >= from) ?? found[0] ?? null);
  };
  const step = (by: 1 | -1) => {
    const index = shown.indexOf(at ?? '');
    if (shown.length > 0) goTo(shown[(index + by + shown.length) % shown.length] ?? null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the text that the address has
  useLayoutEffect(() => {
    input.current?.focus();
    if (text !== '') goToMatch(text);
  }, []);
  /** Closes and focuses the active cell. */
  const close = () => {
    setFinding(false);
    const active = grid.active();
    if (active) grid.goTo({ row: active.row.id, column: active.column.id });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') {
      if (at !== null) close();
    } else if (event.key === 'Escape') {
      if (origin) grid.activateCell(origin);
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The search starts at the cell that the user comes from. */
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Null: from another window.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOrigin(placeIn(grid));
  };
  const found = every.find(({ id }) => id === at);
  const name = found && [found.name, found.standing].filter(Boolean).join(' · ');
  return (
    <search className={styles.find} onFocus={onFocus}>
      <input
        ref={input}
        type="search"
        className={styles.findInput}
        aria-label="Find student"
        placeholder="Find student"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Previous student found" icon={ChevronUp} onClick={() => step(-1)} />
      <IconButton label="Next student found" icon={ChevronDown} onClick={() => step(1)} />
      <span className={styles.found} role="status">
        {[
          name !== undefined && `${shown.indexOf(at ?? '') + 1} of ${shown.length}: ${name}`,
          text.trim() !== '' && shown.length === 0 && notShown === 0 && uiWordings.noNameContainsThis,
          notShown > 0 && `${notShown} not shown.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
      {notShown > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            showAll();
            input.current?.focus();
          }}
        >
          Show all
        </Button>
      )}
      <span className={styles.hint}>↓ ↑ next · Enter goes there · Esc back</span>
      <IconButton label="Close find" icon={X} onClick={close} />
    </search>
  );
}

function placeIn(grid: GridModel): CellId | null {
  const active = grid.active();
  return active && { row: active.row.id, column: active.column.id };
}

const loadKeys = () => import('./keys-panel.tsx');
const KeysPanel = lazyWithRetry(loadKeys);

/**
 * The lines above a sheet: its order and filter unless they are the default, and the search. Handles the keys that work
 * everywhere on a sheet's screen: Ctrl+F, and `?` outside of text fields.
 */
export function SheetBars({ aids }: { aids: SheetAids }) {
  const place = useRef<HTMLDivElement>(null);
  const { columns, order, missing, rows, every, arrangeAgain, showAll, sort } = aids;
  useEffect(() => loadWhenIdle(loadKeys), []);
  useSheetKeys(place, aids);
  const filtered = columns.find(({ id }) => id === missing);
  const sorted = isSorted(order, columns);
  return (
    <div ref={place} className={styles.bars}>
      {(filtered || sorted) && (
        <p className={styles.arranged}>
          <span role="status">
            {filtered && `Without ${columnShortName(filtered)}: ${rows.length} of ${every.length}. `}
            {sorted && `Sorted by ${describeSheetOrder(order, columns)}.`}
          </span>
          {(filtered || (sorted && order.by !== 'name')) && (
            <Button variant="quiet" title="With the current marks" onClick={arrangeAgain}>
              {filtered ? 'Filter again' : 'Sort again'}
            </Button>
          )}
          {filtered && (
            <Button variant="quiet" onClick={showAll}>
              Show all
            </Button>
          )}
          {sorted && <IconButton label={uiWordings.sortAsTheClassList} icon={X} onClick={() => sort({ by: 'list' })} />}
        </p>
      )}
      {aids.isFinding && <FindStudentBar aids={aids} />}
      {aids.keys !== null && (
        <Suspense fallback={null}>
          <KeysPanel aids={aids} takesFocus={aids.keys === 'press'} />
        </Suspense>
      )}
    </div>
  );
}

/** Shown if the filter for missing values leaves no rows. */
export const NothingMissing = () => (
  <EmptyState icon={CircleCheck} title="Nothing is missing" text="Every student shown has a value there." />
);

function useSheetKeys(place: React.RefObject<HTMLDivElement | null>, aids: SheetAids): void {
  const now = useRef(aids);
  now.current = aids;
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { isFinding, setFinding, keys, showKeys } = now.current;
      const { target } = event;
      // Not for keys of a dialog over the sheet.
      if (event.defaultPrevented || windowOf(target) !== windowOf(place.current)) return;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const isInFind = target instanceof Element && target.closest('search') !== null;
      if (isCommand && event.key.toLowerCase() === 'f' && !isInFind) {
        event.preventDefault();
        // Before the next key, which already belongs to the name.
        flushSync(() => setFinding(true));
        place.current?.querySelector<HTMLInputElement>('input')?.select();
      } else if (event.key === '?' && !isTypedInto(target as Element)) {
        event.preventDefault();
        showKeys(keys === null ? 'key' : null);
      } else if (event.key === 'Escape' && keys !== null) showKeys(null);
      else if (event.key === 'Escape' && isFinding) setFinding(false);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [place]);
}

const windowOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;
