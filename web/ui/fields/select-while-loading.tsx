import { ChevronsUpDown } from 'lucide-react';
import type { Ref } from 'react';
import styles from './field.module.css';
import type { ControlIds, FieldProps } from './field.tsx';
import type { SelectOption } from './select-popup.tsx';

export interface SelectProps<V extends string | number> extends FieldProps {
  options: readonly SelectOption<V>[];
  /** Null while nothing is chosen. */
  value: V | null;
  onValueChange: (value: V) => void;
  /** Shown where nothing is chosen, be that null or ''. Without it the label of '' is. */
  placeholder?: string | undefined;
  /** What the closed control shows of the chosen value, where that is not the option's label. */
  shownAs?: ((value: V) => string) | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** What was done to the control while its list was on the way; written without drawing anything. */
export interface EarlyInteraction {
  /** When it was pressed, by `performance.now()`; null: never. */
  pressedAt: number | null;
  hasFocus: boolean;
}

/** What is inside of a field's frame. */
export type SelectControlProps<V extends string | number> = Omit<SelectProps<V>, keyof FieldProps> & {
  control: ControlIds;
  labelId: string;
};

/** Looks like the control while its list is on the way. */
export function SelectWhileLoading<V extends string | number>(
  props: SelectControlProps<V> & { early: EarlyInteraction },
) {
  const { early, options, value, placeholder, shownAs, disabled, control, labelId } = props;
  const press = () => {
    early.pressedAt = performance.now();
  };
  const isBlank = value === null || (value === '' && placeholder !== undefined);
  const chosen = isBlank
    ? placeholder
    : shownAs && value !== null
      ? shownAs(value)
      : options.find((option) => option.value === value)?.label;
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      // Its list is not there yet; the role asks for something.
      aria-controls={control.id}
      {...control}
      aria-labelledby={labelId}
      className={selectTriggerClass}
      disabled={disabled}
      onFocus={() => {
        early.hasFocus = true;
      }}
      onBlur={() => {
        early.hasFocus = false;
      }}
      // Of a mouse the press, for its end may come to the control that is here by then; of a key the click.
      onPointerDown={press}
      onClick={press}
    >
      <span>{chosen}</span>
      <SelectArrow />
    </button>
  );
}

export const selectTriggerClass = `amplify-input ${styles.trigger}`;

export const SelectArrow = () => <ChevronsUpDown size={15} aria-hidden />;
