import { Select as Base } from '@base-ui/react/select';
import { useLayoutEffect, useState } from 'react';
import { isKeyUsedSince } from '../overlays/typing-idle.ts';
import { returnFocusOnClose, SelectPopup } from './select-popup.tsx';
import {
  type EarlyInteraction,
  SelectArrow,
  type SelectControlProps,
  selectTriggerClass,
} from './select-while-loading.tsx';

/** Milliseconds in which a press on the control without its list still means to open it. */
const patience = 3_000;

/**
 * The control of a `Select` with its list, which opens where it was pressed just before it came; the focus stays on it.
 */
export default function SelectList<V extends string | number>(
  props: SelectControlProps<V> & { early: EarlyInteraction },
) {
  const { early, options, value, onValueChange, placeholder, shownAs, disabled, ref, control, labelId } = props;
  const [isOpen, setOpen] = useState(false);
  // Not while it is made: React may wait with showing it, and the control before it may be pressed until then.
  useLayoutEffect(() => {
    // An open list takes the focus itself, and closes where somebody else does.
    if (isStillMeant(early.pressedAt)) setOpen(true);
    else if (early.hasFocus && document.activeElement === document.body) document.getElementById(control.id)?.focus();
  }, [early, control.id]);
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={(chosen) => chosen !== null && onValueChange(chosen)}
      disabled={disabled}
      open={isOpen}
      onOpenChange={(open, details) => {
        returnFocusOnClose(control.id)(open, details);
        setOpen(open);
      }}
    >
      <Base.Trigger ref={ref} {...control} aria-labelledby={labelId} className={selectTriggerClass}>
        <Base.Value placeholder={placeholder ?? (value === null ? '' : undefined)}>
          {shownAs && value !== null && value !== '' ? shownAs(value) : undefined}
        </Base.Value>
        <SelectArrow />
      </Base.Trigger>
      <SelectPopup options={options} />
    </Base.Root>
  );
}

const isStillMeant = (pressedAt: number | null): boolean =>
  pressedAt !== null && performance.now() - pressedAt < patience && !isKeyUsedSince(pressedAt);
