import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { requestWordings } from '#shared/http/wordings.ts';
import { displayDate, exampleDay } from '#shared/school/display-date.ts';
import { isNoSuchDay } from '#shared/school/parse-day.ts';
import { Combobox, type ComboboxProps } from '../ui/fields/combobox.tsx';
import { DateField, type DateFieldProps } from '../ui/fields/dates/date-field.tsx';
import type { FieldProps } from '../ui/fields/field.tsx';
import { PasswordField, type PasswordFieldProps } from '../ui/fields/password-field.tsx';
import { Select } from '../ui/fields/select.tsx';
import type { SelectProps } from '../ui/fields/select-while-loading.tsx';
import { TextArea, type TextAreaProps } from '../ui/fields/text-area.tsx';
import { TextField, type TextFieldProps } from '../ui/fields/text-field.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { blankToNull, type FormValue, fieldRefusalText, parseFormNumber } from './form-values.ts';
import type { FormState } from './use-form.ts';

/** Which field of which form; the rest are the props of the design system's field. */
type OfForm<V, Props extends FieldProps> = Omit<
  Props,
  'form' | 'name' | 'error' | 'value' | 'ref' | 'onChange' | 'onValueChange' | 'isRequired'
> & {
  form: FormState<V>;
  name: keyof V & string;
  /** Said of a value that the schema refuses without words of its own. */
  expected?: Expected | undefined;
};

type Expected = string | ((value: FormValue) => string);

/** One line of text; blank is null. */
export const FormText = <V,>({ form, name, expected, ...rest }: OfForm<V, TextFieldProps>) => (
  <FormField form={form} name={name} expected={expected} label={rest.label}>
    {({ said, text, set }) => (
      <TextField {...rest} {...said} value={text} onChange={({ target }) => set(blankToNull(target.value))} />
    )}
  </FormField>
);

/** A number. Anything may be typed; what is none is kept, and refused. */
export function FormNumber<V>({
  form,
  name,
  expected = requestWordings.wholeNumber,
  ...rest
}: OfForm<V, TextFieldProps>) {
  const [typed, setTyped] = useState('');
  return (
    <FormField form={form} name={name} expected={expected} label={rest.label}>
      {({ said, value, text, set }) => (
        <TextField
          {...rest}
          {...said}
          numeric
          // As typed while that is what is meant, so that "1." may become "1.5".
          value={parseFormNumber(typed) === value ? typed : text}
          onChange={({ target }) => {
            setTyped(target.value);
            set(parseFormNumber(target.value));
          }}
        />
      )}
    </FormField>
  );
}

const expectedDay = (value: FormValue): string =>
  isNoSuchDay(String(value ?? ''))
    ? `${value} is not a date.`
    : `Please write day, month’s name and year: ${exampleDay}.`;

export const FormDate = <V,>({ form, name, expected = expectedDay, ...rest }: OfForm<V, DateFieldProps>) => (
  <FormField form={form} name={name} expected={expected} label={rest.label} textOf={displayDate}>
    {({ said, value, set }) => (
      <DateField {...rest} {...said} value={value === null ? null : String(value)} onValueChange={set} />
    )}
  </FormField>
);

/** `onChosen` is called in place of the change, for a choice that does more than that. */
interface Choosing<T> {
  onChosen?: ((value: T) => void) | undefined;
}

const expectedChoice = requestWordings.notOneOfTheChoices;

export function FormSelect<V, T extends string | number>(props: OfForm<V, SelectProps<T>> & Choosing<T>) {
  const { form, name, expected = expectedChoice, onChosen, ...rest } = props;
  return (
    <FormField form={form} name={name} expected={expected} label={rest.label} textOf={labelIn(rest.options)}>
      {({ said, value, set }) => (
        <Select {...rest} {...said} value={chosenOf(rest.options, value)} onValueChange={onChosen ?? set} />
      )}
    </FormField>
  );
}

export function FormCombobox<V, T extends string | number>(props: OfForm<V, ComboboxProps<T>> & Choosing<T | null>) {
  const { form, name, expected = expectedChoice, onChosen, ...rest } = props;
  return (
    <FormField form={form} name={name} expected={expected} label={rest.label} textOf={labelIn(rest.options)}>
      {({ said, value, set }) => (
        <Combobox {...rest} {...said} value={chosenOf(rest.options, value)} onValueChange={onChosen ?? set} />
      )}
    </FormField>
  );
}

export const FormTextArea = <V,>({ form, name, expected, ...rest }: OfForm<V, TextAreaProps>) => (
  <FormField form={form} name={name} expected={expected} label={rest.label}>
    {({ said, text, set }) => (
      <TextArea {...rest} {...said} value={text} onValueChange={(typed) => set(blankToNull(typed))} />
    )}
  </FormField>
);

export const FormPassword = <V,>({ form, name, expected, ...rest }: OfForm<V, PasswordFieldProps>) => (
  <FormField form={form} name={name} expected={expected} label={rest.label}>
    {({ said, text, set }) => (
      <PasswordField {...rest} {...said} value={text} onChange={({ target }) => set(target.value)} />
    )}
  </FormField>
);

interface FormFieldProps<V> {
  form: FormState<V>;
  name: keyof V & string;
  label: string;
  expected: Expected | undefined;
  /** The value as a conflict shows it. */
  textOf?: (value: string) => string;
  children: (field: {
    value: FormValue;
    /** The value as text, as typed or as stored. */
    text: string;
    /** What each field of the design system takes of the form. */
    said: { error: string | undefined; isRequired: boolean; ref: (element: HTMLElement | null) => void };
    set: (value: FormValue) => void;
  }) => ReactNode;
}

/** A field of the form, and under it the choice between two values where somebody else changed it. */
function FormField<V>(props: FormFieldProps<V>) {
  const { form, name, label, expected = 'Not valid.', textOf = String, children } = props;
  const { field, fieldState, formState } = useController({ control: form.control, name });
  const value = field.value as FormValue;
  const { error } = fieldState;
  // A field that was left as it was is refused when the form is sent, not while somebody passes through.
  const isSaid = error && (formState.isSubmitted || fieldState.isDirty || error.type === 'server');
  const refused = () =>
    fieldRefusalText(error?.message ?? '', value, typeof expected === 'string' ? expected : expected(value));
  const shown = (one: FormValue) => (one === null || one === '' ? '(blank)' : textOf(String(one)));
  const { conflict } = form;
  return (
    <Stack top gap={8} shrinks onBlur={field.onBlur}>
      {children({
        value,
        text: value === null ? '' : String(value),
        said: { error: isSaid ? refused() : undefined, isRequired: form.isRequired(name), ref: field.ref },
        set: field.onChange,
      })}
      {conflict?.field === name && (
        <ConflictChoice
          conflict={conflict}
          label={label}
          mine={shown(value)}
          theirs={shown(conflict.theirs)}
          onSettle={(choice) => void form.settle(choice)}
        />
      )}
    </Stack>
  );
}

/** A choice of '' is that of a blank. */
const chosenOf = <T extends string | number>(options: SelectProps<T>['options'], value: FormValue): T | null =>
  options.find((option) => option.value === (value ?? ''))?.value ?? null;

const labelIn =
  (options: SelectProps<string | number>['options']) =>
  (value: string): string =>
    options.find((option) => String(option.value) === value)?.label ?? value;
