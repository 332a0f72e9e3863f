import { ListFilter } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { lazyWithRetry } from '../display/lazy-with-retry.ts';
import { loadWhenIdle } from '../screen/idle.ts';
import type { ActiveCellRef, SheetAids } from './use-sheet-aids.ts';

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
