import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';

const MenuPopup = lazyWithRetry(() => import('./menu-popup.tsx'));

interface MenuProps {
  label: string;
  /** The button that opens it. */
  button: (trigger: {
    ref: React.RefObject<HTMLButtonElement | null>;
    'aria-haspopup': 'dialog';
    'aria-expanded': boolean;
    onClick: () => void;
  }) => ReactNode;
  /** The menu's content, rendered while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A button with a popup, whose code is fetched when it opens for the first time. */
export function Menu({ label, button, children }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      {button({
        ref: trigger,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen === true,
        onClick: () => setOpen((now) => now !== true),
      })}
      {isOpen !== null && (
        <Suspense fallback={null}>
          <MenuPopup label={label} open={isOpen} onClose={() => setOpen(false)} anchor={trigger}>
            {isOpen && children(() => setOpen(false))}
          </MenuPopup>
        </Suspense>
      )}
    </>
  );
}
