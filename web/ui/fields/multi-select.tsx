import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';
import listbox from './listbox.module.css';

export interface MultiSelectProps extends FieldProps {
  options: readonly string[];
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
}

/** Any number of some choices; the list stays open while choosing. */
export function MultiSelect(props: MultiSelectProps) {
  const { options, value, onValueChange, placeholder = '', disabled = false, ...field } = props;
  return (
    <FieldFrame {...field}>
      {({ labelId, ...control }) => (
        <Base.Root multiple value={[...value]} onValueChange={onValueChange} disabled={disabled}>
          <Base.Trigger {...control} aria-labelledby={labelId} className={`${styles.input} ${styles.trigger}`}>
            <Base.Value>
              {(chosen: string[]) =>
                chosen.length > 0 ? chosen.join(', ') : <span data-placeholder="">{placeholder}</span>
              }
            </Base.Value>
            <ChevronsUpDown size={15} aria-hidden />
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner className={listbox.positioner} sideOffset={4} alignItemWithTrigger={false}>
              <Base.Popup className={listbox.popup}>
                <Base.List className={listbox.list}>
                  {options.map((option) => (
                    <Base.Item key={option} value={option} className={listbox.item}>
                      <Base.ItemIndicator className={listbox.tick}>
                        <Check size={15} aria-hidden />
                      </Base.ItemIndicator>
                      <Base.ItemText className={listbox.text}>{option}</Base.ItemText>
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
