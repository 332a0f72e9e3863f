import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { Ref } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';
import listbox from './listbox.module.css';
import type { Option } from './option.ts';

export interface SelectProps<V extends string | number> extends FieldProps {
  options: readonly Option<V>[];
  /** Null while nothing is chosen. */
  value: V | null;
  onValueChange: (value: V) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** One of a few choices, all seen at once. More than a dozen: use {@link Combobox}. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { options, value, onValueChange, placeholder = '', disabled = false, ref, ...field } = props;
  return (
    <FieldFrame {...field}>
      {({ labelId, ...control }) => (
        <Base.Root
          items={[...options]}
          value={value}
          onValueChange={(chosen) => chosen !== null && onValueChange(chosen)}
          disabled={disabled}
        >
          <Base.Trigger
            ref={ref}
            {...control}
            aria-labelledby={labelId}
            className={`${styles.input} ${styles.trigger}`}
          >
            <Base.Value placeholder={placeholder} />
            <ChevronsUpDown size={15} aria-hidden />
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
      )}
    </FieldFrame>
  );
}
