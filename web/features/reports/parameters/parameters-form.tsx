import type { ReactNode } from 'react';
import { FormBody } from '../../../forms/form-body.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from '../reports.module.css';

/** The parameters of a report beside each other, and the button that shows it. */
export function ParametersForm<V>({ form, children }: { form: Form<V>; children: ReactNode }) {
  return (
    <FormBody form={form} className={styles.parameters}>
      {children}
      <Button type="submit" variant="primary" busy={form.isBusy}>
        Show Report
      </Button>
    </FormBody>
  );
}
