import { Input as AmplifyInput, Label, Text } from '@aws-amplify/ui-react';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What every field of the design system takes. */
export interface FieldProps {
  label: string;
  /** Shown under the field while there is no error. */
  hint?: string | undefined;
  /** What is wrong with the value; undefined when nothing is. */
  error?: string | undefined;
  /** It may not be left blank. */
  isRequired?: boolean | undefined;
  /** The label is read out alone: the head of a column, or what is beside it, says it to the eye. */
  isLabelHidden?: boolean | undefined;
}

/** Attributes of a native input that a field hands on. */
export type NativeInputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'size'>;

/** Amplify's input, which takes the `undefined` of optional props as a native one does. */
export const Input = AmplifyInput as ComponentType<NativeInputProps & { className?: string | undefined }>;

/** What the control inside the frame must carry, so that a screen reader says label, hint and error with it. */
export interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** What the user should know of the value, which is taken all the same. */
  warning?: string | undefined;
  /** Right end of the line under the field, such as a character count. */
  aside?: ReactNode;
  children: (control: ControlIds, labelId: string) => ReactNode;
}

/**
 * Label above, control, then the error, the warning or the hint. Made of Amplify's parts: its whole fields have no
 * warning, no count, do not announce an error and put the hint above the control (ADR 0007). Compose new fields with
 * it; screens use the finished ones.
 */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, warning, isRequired = false, isLabelHidden = false, aside, children } = props;
  const id = useId();
  const [labelId, noteId] = [`${id}-label`, `${id}-note`];
  const note = error ?? warning ?? hint;
  const control = {
    id,
    'aria-describedby': note ? noteId : undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-required': isRequired || undefined,
  };
  return (
    <div className={styles.field}>
      <Label
        className={`${styles.label} ${isLabelHidden ? 'amplify-visually-hidden' : ''}`}
        id={labelId}
        htmlFor={id}
        data-required={isRequired || undefined}
      >
        {label}
      </Label>
      {children(control, labelId)}
      {(note || aside) && (
        <div className={styles.foot}>
          <Note id={noteId} error={error} warning={warning} hint={hint} />
          {aside}
        </div>
      )}
    </div>
  );
}

function Note({ id, error, warning, hint }: { id: string } & Pick<FieldFrameProps, 'error' | 'warning' | 'hint'>) {
  if (error !== undefined) {
    return (
      <Text as="span" variation="error" id={id} className={`${styles.error}`} role="alert">
        <CircleAlert size={14} aria-hidden />
        {error}
      </Text>
    );
  }
  return warning === undefined ? (
    <Text as="span" variation="secondary" id={id}>
      {hint}
    </Text>
  ) : (
    <Text as="span" variation="warning" id={id} role="status">
      {warning}
    </Text>
  );
}
