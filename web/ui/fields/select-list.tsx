import { Select as Base } from '@base-ui/react/select';
import { SelectArrow, type SelectControlProps, triggerClass } from './select-face.tsx';
import { SelectPopup } from './select-popup.tsx';

/** The control of a `Select` with its list. */
export default function SelectList<V extends string | number>(props: SelectControlProps<V> & { startsOpen: boolean }) {
  const {
    options,
    value,
    onValueChange,
    placeholder,
    shownAs,
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
        <Base.Value placeholder={placeholder ?? (value === null ? '' : undefined)}>
          {shownAs && value !== null && value !== '' ? shownAs(value) : undefined}
        </Base.Value>
        <SelectArrow />
      </Base.Trigger>
      <SelectPopup options={options} />
    </Base.Root>
  );
}
