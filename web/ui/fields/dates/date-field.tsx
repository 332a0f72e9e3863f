import { FieldGroupIconButton } from '@aws-amplify/ui-react';
import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { type Ref, Suspense, useRef, useState } from 'react';
import { displayDate, exampleDay } from '#shared/school/display-date.ts';
import { parseDay } from '#shared/school/parse-day.ts';
import { lazyWithRetry } from '../../display/lazy-with-retry.ts';
import styles from '../field.module.css';
import { FieldFrame, type FieldProps, Input } from '../field.tsx';
import listbox from '../listbox.module.css';
import { type DayReadAs, howDayIsRead } from './how-day-is-read.ts';

/** Half of the field's bytes are the calendar, which most people never open: they type. */
const Calendar = lazyWithRetry(() => import('./calendar.tsx'));

/** product §5: no date picker goes further back. */
const earliestDay = '1950-01-01';

export interface DateFieldProps extends FieldProps {
  /** yyyy-MM-dd; null when empty. Text that is not a date stays as it was typed. */
  value: string | null;
  /**
   * Called when the user leaves the field, presses Enter or picks a day. What cannot be read as a date is handed on as
   * it was typed, never dropped: refuse it with the schema's `day`, and show the message as `error`.
   */
  onValueChange: (value: string | null) => void;
  /** Earliest and latest day that the calendar offers. The earliest is 1950-01-01 when absent. */
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A date, typed or picked, shown dd-MMM-yyyy. */
export function DateField(props: DateFieldProps) {
  const { value, onValueChange, min = earliestDay, max, disabled = false, ref, ...field } = props;
  // What is being typed; null while nobody types, and then the value shows.
  const [draft, setDraft] = useState<string | null>(null);
  // Of the last typed text, where day and month may be swapped.
  const [read, setRead] = useState<DayReadAs | null>(null);
  const [isOpen, setOpen] = useState(false);
  const group = useRef<HTMLDivElement>(null);

  const commit = () => {
    if (draft === null) return;
    setDraft(null);
    const text = draft.trim();
    const day = parseDay(text);
    setRead(howDayIsRead(text));
    onValueChange(text === '' ? null : (day ?? text));
  };

  return (
    <FieldFrame {...field} warning={read !== null && read.day === value ? read.says : undefined}>
      {(control) => (
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <div className={styles.group} ref={group}>
            <Input
              ref={ref}
              {...control}
              placeholder={`e.g. ${exampleDay}`}
              autoComplete="off"
              disabled={disabled}
              value={draft ?? (value === null ? '' : displayDate(value))}
              onChange={(event) => setDraft(event.target.value)}
              onBlur={commit}
              onKeyDown={(event) => {
                if (event.key === 'Enter') commit();
                if (event.key === 'ArrowDown' && event.altKey) setOpen(true);
              }}
            />
            <Popover.Trigger
              render={<FieldGroupIconButton variation="link" className={`${styles.inside}`} />}
              disabled={disabled}
              aria-label={`Choose ${field.label}`}
            >
              <CalendarDays size={16} aria-hidden />
            </Popover.Trigger>
          </div>
          <Popover.Portal>
            <Popover.Positioner className={listbox.positioner} anchor={group} sideOffset={4} align="start">
              <Popover.Popup className={`${listbox.popup} ${listbox.free}`} aria-label={field.label}>
                <Suspense fallback={null}>
                  <Calendar
                    value={value}
                    min={min}
                    max={max}
                    onPick={(day) => {
                      setDraft(null);
                      onValueChange(day);
                      setOpen(false);
                    }}
                  />
                </Suspense>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </FieldFrame>
  );
}
