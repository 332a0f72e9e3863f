import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import styles from '../data-table.module.css';

interface MenuPopupProps {
  label: string;
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The popup of a table's menus. Lazy: its positioning code is larger than the table. */
export default function MenuPopup({ label, open, onClose, anchor, children }: MenuPopupProps) {
  return (
    <Popover.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} anchor={anchor} sideOffset={6} align="start">
          <Popover.Popup className={styles.menu} aria-label={label} finalFocus={anchor}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
