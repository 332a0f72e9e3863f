import { Suspense, useRef, useState } from 'react';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import styles from '../data-table.module.css';
import type { RowAction } from './row-menu-list.tsx';

const RowMenuList = lazyWithRetry(() => import('./row-menu-list.tsx'));

/** The button at the end of a row, with its menu of actions. One element with three dots of the style sheet: a scrolled table draws it in every row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
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
          <RowMenuList label={label} actions={actions} button={button} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
