import { Suspense, useRef, useState } from 'react';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import styles from '../data-table.module.css';
import type { RowAction } from './row-menu-list.tsx';

const RowMenuList = lazyWithRetry(() => import('./row-menu-list.tsx'));

interface RowMenuProps {
  /** Key of the row: the menu of another row is another menu, closed. */
  of: string;
  label: string;
  /** Asked for when the menu opens. */
  actionsOf: () => readonly RowAction[];
}

/**
 * The button at the end of a row, with its menu of actions. One element with three dots of the style sheet: a scrolled
 * table draws it in every row, and gives it to other rows.
 */
export function RowMenu({ of, label, actionsOf }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ of: string; isOpen: boolean } | null>(null);
  if (opened && opened.of !== of) setOpened(null);
  const isOpen = opened?.of === of ? opened.isOpen : null;
  const setOpen = (open: boolean) => setOpened({ of, isOpen: open });
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.rowButton}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(isOpen !== true)}
      />
      {isOpen !== null && (
        <Suspense>
          <RowMenuList label={label} actions={actionsOf()} button={button} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
