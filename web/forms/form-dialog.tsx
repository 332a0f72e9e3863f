import type { ReactNode } from 'react';
import { createAskingClose } from '../session/leave-guard.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './form.module.css';
import { FormBody } from './form-body.tsx';
import type { FormState } from './use-form.ts';

interface FormDialogProps<V> {
  form: FormState<V>;
  open: boolean;
  title: string;
  text?: string | undefined;
  size?: 'small' | 'medium' | 'wide' | undefined;
  /** Label of the button that saves. */
  submitLabel: string;
  /** Label of the button that leaves it. Default `Cancel`. */
  closeLabel?: string | undefined;
  isDraftBack?: boolean;
  /** The first field has the focus, for a window that is opened to write; else the first control. */
  focusesField?: boolean;
  /** Closed by that button, Escape or the close button; what was changed is asked about before. */
  onClose: () => void;
  /** Other acts on the same thing, at the left end of the foot. */
  start?: ReactNode;
  children: ReactNode;
}

/**
 * A form in a window of its own, with a button that leaves it and one that saves; leaving it with changes asks first.
 */
export function FormDialog<V>(props: FormDialogProps<V>) {
  const { form, open, title, text, size = 'small', isDraftBack = false, onClose, start, children } = props;
  const { submitLabel, closeLabel = 'Cancel' } = props;
  const close = createAskingClose(form.isDirty, form.discard, onClose);
  return (
    <Dialog
      openedBy="act"
      open={open}
      size={size}
      initialFocus={props.focusesField ? firstFieldOf(form) : undefined}
      title={title}
      {...(text === undefined ? {} : { text })}
      onClose={() => void close()}
      footer={
        <>
          {start && <span className={styles.start}>{start}</span>}
          <Button onClick={() => void close()}>{closeLabel}</Button>
          <Button type="submit" form={form.id} variant="primary" busy={form.isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormBody form={form} isDraftBack={isDraftBack}>
        {children}
      </FormBody>
    </Dialog>
  );
}

/** Looked for when the window is there. */
const firstFieldOf = <V,>({ id }: FormState<V>) => ({
  get current(): HTMLElement | null {
    return document.getElementById(id)?.querySelector<HTMLElement>('input, textarea') ?? null;
  },
});
