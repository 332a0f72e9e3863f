import { SlidersHorizontal, X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { IconButton } from '../controls/button.tsx';
import { ScreenHead } from '../display/screen-head.tsx';
import styles from './sheet-page.module.css';
import { BandSlot, StatusSlot } from './slot.ts';

/** The tools of a sheet and whether a small window shows them. */
const Tools = createContext({ id: '', areShown: false, fold: () => {} });

interface SheetPageProps {
  title: string;
  subtitle: string;
  onClose: () => void;
  /** {@link SheetTools}, then the grid, which gets the rest of the window. */
  children: ReactNode;
}

/**
 * A screen that is one sheet: a head of one line, tools, and a grid that fills the window and scrolls in itself. In a
 * small window the tools are folded behind a button, and the sheet takes the whole width; in a low one (a phone on its
 * side, a page at 200 %) it takes the whole height, and the top bar is above it for those who scroll there: what must
 * stay in sight of it is in the head.
 */
export function SheetPage({ title, subtitle, onClose, children }: SheetPageProps) {
  const id = useId();
  const [areShown, setShown] = useState(false);
  const fold = useCallback(() => setShown(false), []);
  const isLow = useSyncExternalStore(onLowChange, () => low.matches);
  const page = useFilledWindow(isLow);
  return (
    <section ref={page} className={styles.page} aria-label={title}>
      <ScreenHead
        title={title}
        subtitle={subtitle}
        actions={
          <>
            {isLow && (
              <>
                <BandSlot className={styles.band} />
                <StatusSlot />
              </>
            )}
            <span className={styles.toggle}>
              <IconButton
                label="Sheet tools"
                icon={SlidersHorizontal}
                aria-expanded={areShown}
                aria-controls={id}
                onClick={() => setShown(!areShown)}
              />
            </span>
            <IconButton label="Close" icon={X} onClick={onClose} />
          </>
        }
      />
      <Tools value={{ id, areShown, fold }}>{children}</Tools>
    </section>
  );
}

/**
 * The line of choices and buttons above a sheet. What is at its `end` keeps its place, whatever comes beside it once
 * the sheet is loaded.
 */
export function SheetTools({ children, end }: { children: ReactNode; end: ReactNode }) {
  const { id, areShown } = useContext(Tools);
  return (
    <div id={id} className={styles.tools} data-shown={areShown || undefined}>
      <div className={styles.start}>{children}</div>
      <div className={styles.end}>{end}</div>
    </div>
  );
}

/** Folds the tools of a small window: what was chosen among them is to be seen on the sheet. */
export const useFoldTools = (): (() => void) => useContext(Tools).fold;

/** The same limit as in the style sheets. */
const low = window.matchMedia('(max-height: 540px)');

function onLowChange(listener: () => void): () => void {
  low.addEventListener('change', listener);
  return () => low.removeEventListener('change', listener);
}

/** Where the sheet is as high as the window, it is scrolled to: on opening, and when the window gets that low. */
function useFilledWindow(isLow: boolean) {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLow) page.current?.scrollIntoView();
  }, [isLow]);
  return page;
}
