import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { Row } from '../ui/layout/row.tsx';
import styles from './form.module.css';
import type { FormState } from './use-form.ts';

interface FormBodyProps<V> {
  form: FormState<V>;
  /** The form shows a draft that came back (`useFormDraft`). */
  isDraftBack?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The <form> around the fields: Enter sends it, and what concerns all of it is said above. */
export function FormBody<V>({ form, isDraftBack = false, className = styles.form, children }: FormBodyProps<V>) {
  return (
    <form
      id={form.id}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A form in a window that was opened from another form is not part of that one.
        event.stopPropagation();
        void form.submit();
      }}
    >
      {isDraftBack && (
        <Alert tone="info">
          <Row wrap gap={8} across={16}>
            These are your changes from before. They have not been saved.
            <Button onClick={form.discard}>Discard</Button>
          </Row>
        </Alert>
      )}
      {form.problem !== null && <Alert tone="error">{form.problem}</Alert>}
      {children}
    </form>
  );
}
