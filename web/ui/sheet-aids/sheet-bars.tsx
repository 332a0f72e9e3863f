import { CircleCheck, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../controls/button.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { lazyWithRetry } from '../display/lazy-with-retry.ts';
import { columnShortName } from '../grid/grid-columns.ts';
import { isTypedInto } from '../overlays/typing-idle.ts';
import { loadWhenIdle } from '../screen/idle.ts';
import { uiWordings } from '../wordings.ts';
import { FindStudentBar } from './find-bar.tsx';
import styles from './sheet-aids.module.css';
import { describeSheetOrder, isSorted, type SheetAids } from './use-sheet-aids.ts';

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
    const onKeyDown = (event: KeyboardEvent) => {
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
