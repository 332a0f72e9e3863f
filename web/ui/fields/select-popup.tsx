import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import listbox from './listbox.module.css';

/** One choice of a {@link Select} or {@link Combobox}: what is stored and what is read. */
export interface SelectOption<V extends string | number> {
  value: V;
  label: string;
}

/** The list of a select, of one choice or of many, in its place under the control. */
export const SelectPopup = ({ options }: { options: readonly SelectOption<string | number>[] }) => (
  <Base.Portal>
    <Base.Positioner className={listbox.positioner} sideOffset={4} alignItemWithTrigger={false}>
      <Base.Popup className={listbox.popup}>
        <Base.List className={listbox.list}>
          {options.map(({ value, label }) => (
            <Base.Item key={value} value={value} className={listbox.item}>
              <Base.ItemIndicator className={listbox.tick}>
                <Check size={15} aria-hidden />
              </Base.ItemIndicator>
              <Base.ItemText className={listbox.text}>{label}</Base.ItemText>
            </Base.Item>
          ))}
        </Base.List>
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
);

/**
 * The focus goes back to the control in the same moment in which its list is closed by a key or a choice. Base UI does
 * so too, a frame or more later: Tab until then goes from nowhere to nowhere, and the field never learns that it was
 * left.
 */
export const returnFocusOnClose =
  (controlId: string) =>
  (isOpen: boolean, { reason }: Base.Root.ChangeEventDetails): void => {
    if (!isOpen && (reason === 'escape-key' || reason === 'item-press')) {
      document.getElementById(controlId)?.focus({ preventScroll: true });
    }
  };
