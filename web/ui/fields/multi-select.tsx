import { Select as Base } from '@base-ui/react/select';
import { FieldFrame, type FieldProps } from './field.tsx';
import { returnFocusOnClose, SelectPopup } from './select-popup.tsx';
import { SelectArrow, selectTriggerClass } from './select-while-loading.tsx';

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
      {(control, labelId) => (
        <Base.Root
          multiple
          value={[...value]}
          onValueChange={onValueChange}
          disabled={disabled}
          onOpenChange={returnFocusOnClose(control.id)}
        >
          <Base.Trigger {...control} aria-labelledby={labelId} className={selectTriggerClass}>
            <Base.Value>
              {(chosen: string[]) =>
                chosen.length > 0 ? chosen.join(', ') : <span data-placeholder="">{placeholder}</span>
              }
            </Base.Value>
            <SelectArrow />
          </Base.Trigger>
          <SelectPopup options={options.map((option) => ({ value: option, label: option }))} />
        </Base.Root>
      )}
    </FieldFrame>
  );
}
