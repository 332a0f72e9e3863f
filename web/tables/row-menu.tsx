import { EllipsisVertical } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { IconButton } from '../ui/controls/button.tsx';
import { lazyWithRetry } from '../ui/display/lazy-with-retry.ts';
import type { RowAction } from './row-action.ts';

const RowMenuList = lazyWithRetry(() => import('./row-menu-list.tsx'));

/** The button at the end of a row, with its menu of actions. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={EllipsisVertical}
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
