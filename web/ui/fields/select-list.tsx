import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import listbox from './listbox.module.css';
import { SelectArrow, type SelectControlProps, triggerClass } from './select-face.tsx';

/** The control of a `Select` with its list. */
export default function SelectList<V extends string | number>(props: SelectControlProps<V> & { startsOpen: boolean }) {
  const {
    options,
    value,
    onValueChange,
    placeholder,
    disabled,
    ref,
    control: { labelId, ...control },
  } = props;
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={(chosen) => chosen !== null && onValueChange(chosen)}
      disabled={disabled}
      defaultOpen={props.startsOpen}
    >
      <Base.Trigger ref={ref} {...control} aria-labelledby={labelId} className={triggerClass}>
        <Base.Value placeholder={placeholder ?? (value === null ? '' : undefined)} />
        <SelectArrow />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={listbox.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={listbox.popup}>
            <Base.List className={listbox.list}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={listbox.item}>
                  <Base.ItemIndicator className={listbox.tick}>
                    <Check size={15} aria-hidden />
                  </Base.ItemIndicator>
                  <Base.ItemText className={listbox.text}>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
