import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { Fragment, type RefObject } from 'react';
import listbox from '../../ui/fields/listbox.module.css';
import styles from '../data-table.module.css';

/** An entry of a row's menu; a line separates groups. */
export interface RowAction {
  label: string;
  icon?: LucideIcon;
  group?: string;
  onChoose: () => void;
}

interface RowMenuListProps {
  label: string;
  actions: readonly RowAction[];
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function RowMenuList({ label, actions, button, open, onOpenChange }: RowMenuListProps) {
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(isOpen, { event }) => {
        // The button toggles the menu itself.
        if (event.target instanceof Node && button.current?.contains(event.target)) return;
        onOpenChange(isOpen);
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={button} className={listbox.positioner} sideOffset={4} align="end">
          <Menu.Popup
            aria-label={label}
            className={`${listbox.popup} ${listbox.free} ${styles.rowMenu}`}
            finalFocus={button}
          >
            <div className={listbox.list}>
              {actions.map(({ label: text, icon: Icon, group, onChoose }, index) => (
                <Fragment key={text}>
                  {index > 0 && group !== actions[index - 1]?.group && <hr className={styles.line} />}
                  <Menu.Item className={listbox.item} onClick={onChoose}>
                    {Icon ? <Icon size={15} aria-hidden /> : <span />}
                    <span>{text}</span>
                  </Menu.Item>
                </Fragment>
              ))}
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
