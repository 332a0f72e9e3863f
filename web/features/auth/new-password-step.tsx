import { Check, Circle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { passwordRule } from '#shared/auth/password.ts';
import { ApiError, NetworkError } from '../../api/errors.ts';
import { FormPassword } from '../../forms/fields.tsx';
import { FormBody } from '../../forms/form-body.tsx';
import { useForm, useFormValues } from '../../forms/use-form.ts';
import { goTo } from '../../session/page.ts';
import { changePassword, type SecondStep } from '../../session/sign-in.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { focusAtRest } from '../../ui/overlays/hands.ts';
import { LoginErrorDialog } from './login-error-dialog.tsx';
import styles from './sign-in.module.css';

interface NewPasswordStepProps {
  userName: string;
  /** Back to the first step; with the server's sentence when the challenge is over. */
  onStartOver: (message: string | null) => void;
  onSecondStep: (step: SecondStep) => void;
}

/** What is wrong with a password, in the words of the shared rule. */
const broken = (password: string): string[] =>
  passwordRule.safeParse(password).error?.issues.map((issue) => issue.message) ?? [];

/** What an empty password breaks is what to tell in advance; the upper limit shows only when it is passed. */
const hints = broken('');

/** Both are required and equal (product §5); one thing is said at a time. */
const newPassword = z.object({ password: passwordRule, repeated: z.string() }).check(
  z.refine(({ password, repeated }) => password === repeated || broken(password).length > 0, {
    error: 'The two passwords are not the same.',
    path: ['repeated'],
  }),
);

/** Step 3 of the sign-in. */
export default function NewPasswordStep({ userName, onStartOver, onSecondStep }: NewPasswordStepProps) {
  const [isServerAway, setServerAway] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const form = useForm({
    schema: newPassword,
    stored: { password: '', repeated: '' },
    save: async ({ password }) => {
      // As on the steps before: nothing is typed while the server thinks, whatever has sent it.
      change.current?.focus();
      try {
        const outcome = await changePassword({ name: userName, password });
        if (typeof outcome === 'string') onSecondStep(outcome);
        else goTo(outcome.goTo);
      } catch (error) {
        if (error instanceof NetworkError) setServerAway(true);
        else if (error instanceof ApiError && error.status === 401) onStartOver(error.message);
        else throw error;
      }
    },
  });
  const password = String(useFormValues(form).password ?? '');
  const faults = broken(password);
  useEffect(
    () => focusAtRest(() => document.getElementById(form.id)?.querySelector<HTMLElement>('input[type=password]')),
    [form.id],
  );

  return (
    <FormBody form={form} className={styles.form}>
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <FormPassword form={form} name="password" label="New Password" autoComplete="new-password" />
      <ul className={styles.rules} aria-label="A password has">
        {hints.map((hint) => {
          const isMet = password !== '' && !faults.includes(hint);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={hint} data-met={isMet || undefined}>
              <Icon size={14} aria-hidden />
              {hint}
              <VisuallyHidden>{isMet ? ' Met.' : ' Not met yet.'}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <FormPassword form={form} name="repeated" label="Confirm Password" autoComplete="new-password" />
      <Button ref={change} type="submit" variant="primary" wide busy={form.isBusy}>
        CHANGE PASSWORD
      </Button>
      <button type="button" className={styles.link} onClick={() => onStartOver(null)}>
        Back to sign in
      </button>
      <LoginErrorDialog open={isServerAway} onClose={() => setServerAway(false)} />
    </FormBody>
  );
}
