import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { isNoSuchDay } from '#shared/school/parse-day.ts';
import { Combobox, type ComboboxProps } from '../ui/fields/combobox.tsx';
import { DateField, type DateFieldProps } from '../ui/fields/dates/date-field.tsx';
import { showDay } from '../ui/fields/dates/day-text.ts';
import type { FieldProps } from '../ui/fields/field.tsx';
import { PasswordField, type PasswordFieldProps } from '../ui/fields/password-field.tsx';
import { Select } from '../ui/fields/select.tsx';
import type { SelectProps } from '../ui/fields/select-face.tsx';
import { TextArea, type TextAreaProps } from '../ui/fields/text-area.tsx';
import { TextField, type TextFieldProps } from '../ui/fields/text-field.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import styles from './form.module.css';
import { type FieldValue, readNumber, readText, refusalText } from './form-values.ts';
import type { Form } from './use-form.ts';

/** Which field of which form; the rest are the props of the design system's field. */
type OfForm<V, Props extends FieldProps, Own extends string = never> = Omit<
  Props,
  'form' | 'name' | 'error' | 'value' | 'ref' | 'onChange' | 'onValueChange' | 'isRequired' | Own
> & {
  form: Form<V>;
  name: keyof V & string;
  /** Said of a value that the schema refuses without words of its own. */
  expected?: string | undefined;
};

/** One line of text; blank is null. */
export function FormText<V>({ form, name, expected = 'Not valid.', ...rest }: OfForm<V, TextFieldProps>) {
  const field = useField(form, name, expected);
  return (
    <Framed field={field} label={rest.label}>
      <TextField
        {...rest}
        {...field.said}
        ref={field.ref}
        value={field.text}
        onChange={(event) => field.set(readText(event.target.value))}
      />
    </Framed>
  );
}

/** A number. Anything may be typed; what is none is kept, and refused. */
export function FormNumber<V>({ form, name, expected = 'A whole number.', ...rest }: OfForm<V, TextFieldProps>) {
  const field = useField(form, name, expected);
  const [typed, setTyped] = useState('');
  return (
    <Framed field={field} label={rest.label}>
      <TextField
        {...rest}
        {...field.said}
        ref={field.ref}
        numeric
        // As typed while that is what is meant, so that "1." may become "1.5".
        value={readNumber(typed) === field.value ? typed : field.text}
        onChange={(event) => {
          setTyped(event.target.value);
          field.set(readNumber(event.target.value));
        }}
      />
    </Framed>
  );
}

const expectedDay = (value: FieldValue): string =>
  isNoSuchDay(String(value ?? ''))
    ? `${value} is not a date.`
    : 'Please write day, month’s name and year: dd-mmm-yyyy.';

export function FormDate<V>(props: OfForm<V, DateFieldProps>) {
  const { form, name, expected = expectedDay, ...rest } = props;
  const field = useField(form, name, expected, showDay);
  return (
    <Framed field={field} label={rest.label}>
      <DateField
        {...rest}
        {...field.said}
        ref={field.ref}
        value={field.value === null ? null : String(field.value)}
        onValueChange={field.set}
      />
    </Framed>
  );
}

/** `onChosen` is called in place of the change, for a choice that does more than that. */
interface Choosing<T> {
  onChosen?: ((value: T) => void) | undefined;
}

export function FormSelect<V, T extends string | number>(props: OfForm<V, SelectProps<T>> & Choosing<T>) {
  const { form, name, expected = 'Not one of the choices.', onChosen, ...rest } = props;
  const field = useField(form, name, expected, labelIn(rest.options));
  return (
    <Framed field={field} label={rest.label}>
      <Select
        {...rest}
        error={field.said.error}
        ref={field.ref}
        value={chosenOf(rest.options, field.value)}
        onValueChange={onChosen ?? field.set}
      />
    </Framed>
  );
}

export function FormCombobox<V, T extends string | number>(props: OfForm<V, ComboboxProps<T>> & Choosing<T | null>) {
  const { form, name, expected = 'Not one of the choices.', onChosen, ...rest } = props;
  const field = useField(form, name, expected, labelIn(rest.options));
  return (
    <Framed field={field} label={rest.label}>
      <Combobox
        {...rest}
        {...field.said}
        ref={field.ref}
        value={chosenOf(rest.options, field.value)}
        onValueChange={onChosen ?? field.set}
      />
    </Framed>
  );
}

export function FormTextArea<V>({ form, name, expected = 'Not valid.', ...rest }: OfForm<V, TextAreaProps>) {
  const field = useField(form, name, expected);
  return (
    <Framed field={field} label={rest.label}>
      <TextArea
        {...rest}
        {...field.said}
        ref={field.ref}
        value={field.text}
        onValueChange={(text) => field.set(readText(text))}
      />
    </Framed>
  );
}

export function FormPassword<V>({ form, name, expected = 'Not valid.', ...rest }: OfForm<V, PasswordFieldProps>) {
  const field = useField(form, name, expected);
  return (
    <Framed field={field} label={rest.label}>
      <PasswordField
        {...rest}
        {...field.said}
        ref={field.ref}
        value={field.text}
        onChange={(event) => field.set(event.target.value)}
      />
    </Framed>
  );
}

interface Field {
  value: FieldValue;
  /** The value as text, as typed or as stored. */
  text: string;
  said: { error: string | undefined; isRequired: boolean };
  ref: (element: HTMLElement | null) => void;
  set: (value: FieldValue) => void;
  leave: () => void;
  conflict: ReactNode;
}

function useField<V>(
  form: Form<V>,
  name: keyof V & string,
  expected: string | ((value: FieldValue) => string),
  textOf: (value: string) => string = String,
): Omit<Field, 'conflict'> & { conflict: (label: string) => ReactNode } {
  const { field, fieldState, formState } = useController({ control: form.control, name });
  const value = field.value as FieldValue;
  const { error } = fieldState;
  // A field that was left as it was is refused when the form is sent, not while somebody passes through.
  const isSaid = error && (formState.isSubmitted || fieldState.isDirty || error.type === 'server');
  const shown = (one: FieldValue) => (one === null || one === '' ? '(blank)' : textOf(String(one)));
  const { conflict } = form;
  return {
    value,
    text: value === null ? '' : String(value),
    said: {
      error: isSaid
        ? refusalText(error.message ?? '', value, typeof expected === 'string' ? expected : expected(value))
        : undefined,
      isRequired: form.isRequired(name),
    },
    ref: field.ref,
    set: field.onChange,
    leave: field.onBlur,
    conflict: (label) =>
      conflict?.field === name && (
        <ConflictChoice
          conflict={conflict}
          label={label}
          mine={shown(value)}
          theirs={shown(conflict.theirs)}
          onSettle={(choice) => void form.settle(choice)}
        />
      ),
  };
}

/** The field, and under it the choice between two values where somebody else changed it. */
function Framed({
  field,
  label,
  children,
}: {
  field: ReturnType<typeof useField>;
  label: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the field's own blur
    <div className={styles.field} onBlur={field.leave}>
      {children}
      {field.conflict(label)}
    </div>
  );
}

/** A choice of '' is that of a blank. */
const chosenOf = <T extends string | number>(options: SelectProps<T>['options'], value: FieldValue): T | null =>
  options.find((option) => option.value === (value ?? ''))?.value ?? null;

const labelIn =
  (options: SelectProps<string | number>['options']) =>
  (value: string): string =>
    options.find((option) => String(option.value) === value)?.label ?? value;
