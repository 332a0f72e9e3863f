import { FieldGroupIcon } from '@aws-amplify/ui-react';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldProps, Input } from './field.tsx';
import { useListBesideField } from './list-beside-field.ts';
import listbox from './listbox.module.css';
import { findMatches } from './search-text.ts';
import type { SelectOption } from './select-popup.tsx';

export interface ComboboxProps<V extends string | number> extends FieldProps {
  options: readonly SelectOption<V>[];
  value: V | null;
  /** Null when the text was cleared. */
  onValueChange: (value: V | null) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Said when nothing matches what was typed. */
  empty?: string | undefined;
  /**
   * Where no option matches the typed text: makes a choice of the text itself, such as a student's ID; undefined where
   * it is none.
   */
  offer?: ((typed: string) => SelectOption<V> | undefined) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * A choice among many, found by the beginnings of its words; what begins with the typed text comes first, and Enter
 * takes it. Text that is no choice goes back to the last one when the field is left, which is said. Not Base UI's
 * combobox: while open, that one hides the rest of the page from screen readers, focusable parts included (WCAG 4.1.2),
 * and it weighs ten times as much.
 */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const {
    options,
    value,
    onValueChange,
    placeholder,
    disabled = false,
    empty = 'Nothing found.',
    offer,
    ref,
    ...field
  } = props;
  const selected = options.find((option) => option.value === value);
  // What is being typed; null while the chosen label shows.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [note, setNote] = useState<string | undefined>();
  const found = typed === null ? options : findMatches(options, typed, ({ label }) => label);
  const offered = found.length === 0 ? offer?.(typed?.trim() ?? '') : undefined;
  const shown = offered ? [offered] : found;
  const list = useListBesideField(isOpen);

  const open = () => {
    if (disabled || isOpen) return;
    setOpen(true);
    setActive(Math.max(0, selected ? options.indexOf(selected) : 0));
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: SelectOption<V> | undefined) => {
    if (option && option.value !== value) onValueChange(option.value);
    if (option) setNote(undefined);
    close();
  };
  const leave = () => {
    const meant = typed?.trim() ?? '';
    const written = options.find(({ label }) => label.toLowerCase() === meant.toLowerCase());
    if (typed === '' && value !== null) onValueChange(null);
    if (written) return choose(written);
    // While the choices are loading, nothing can be said of it.
    if (meant !== '' && options.length > 0)
      setNote(`${meant}: not one of the choices${selected ? `, ${selected.label} is kept` : ''}.`);
    close();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf[event.key];
    const endsList = isOpen && (event.key === 'Enter' || event.key === 'Escape');
    if (steps === undefined && !endsList) return;
    event.preventDefault();
    // A dialog around the field must not close with the list.
    if (endsList) event.stopPropagation();
    if (event.key === 'Enter') {
      if (shown.length > 0) choose(shown[active]);
      else leave();
    } else if (event.key === 'Escape') close();
    else if (!isOpen) open();
    else setActive(Math.min(Math.max(active + (steps ?? 0), 0), shown.length - 1));
  };

  return (
    <FieldFrame {...field} error={field.error ?? note}>
      {({ id, ...control }, labelId) => (
        <div className={styles.group}>
          <Input
            ref={ref}
            id={id}
            {...control}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen && shown.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={isOpen && shown[active] ? `${id}-${active}` : undefined}
            placeholder={placeholder}
            disabled={disabled}
            value={typed ?? selected?.label ?? ''}
            onFocus={(event) => event.target.select()}
            onClick={open}
            onBlur={leave}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTyped(event.target.value);
              setNote(undefined);
              setActive(0);
              setOpen(true);
            }}
          />
          <FieldGroupIcon className={`${styles.inside}`}>
            <ChevronDown size={16} aria-hidden />
          </FieldGroupIcon>
          {isOpen && (
            <div ref={list} className={`${listbox.popup} ${listbox.below}`}>
              {shown.length > 0 ? (
                <div id={`${id}-list`} role="listbox" aria-labelledby={labelId} className={listbox.list}>
                  {shown.map((option, index) => (
                    <Choice
                      key={option.value}
                      id={`${id}-${index}`}
                      label={option.label}
                      isActive={index === active}
                      isSelected={option === selected}
                      onPoint={() => setActive(index)}
                      onChoose={() => choose(option)}
                    />
                  ))}
                </div>
              ) : (
                <div role="status" className={listbox.empty}>
                  {empty}
                </div>
              )}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  isActive: boolean;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Choice({ id, label, isActive, isSelected, onPoint, onChoose }: ChoiceProps) {
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see the listbox
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div
      ref={item}
      id={id}
      role="option"
      aria-selected={isSelected}
      data-highlighted={isActive || undefined}
      data-selected={isSelected || undefined}
      className={listbox.item}
      // The press must not take the focus from the input: leaving it would close the list first.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      {isSelected && <Check size={15} aria-hidden className={listbox.tick} />}
      <span className={listbox.text}>{label}</span>
    </div>
  );
}

/** By how many options a key moves. */
const stepsOf: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
