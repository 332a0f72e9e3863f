import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import listbox from './listbox.module.css';
import type { Option } from './option.ts';

/** The list of a select, of one choice or of many, in its place under the control. */
export const SelectPopup = ({ options }: { options: readonly Option<string | number>[] }) => (
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
