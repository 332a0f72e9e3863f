import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Area } from '#shared/auth/inactivity.ts';
import { ApiError, NetworkError } from '../../api/errors.ts';
import { useSchool } from '../../api/school.ts';
import { FormBody } from '../../forms/form-body.tsx';
import { useForm } from '../../forms/use-form.ts';
import { newPasswordCheck, newPasswordFields } from '../../session/new-password/new-password-checks.ts';
import { NewPasswordPart } from '../../session/new-password/new-password-part.tsx';
import { goTo } from '../../session/page.ts';
import { changePassword, type SecondStep } from '../../session/sign-in.ts';
import { Button } from '../../ui/controls/button.tsx';
import { focusAtRest } from '../../ui/overlays/hands.ts';
import { LoginErrorDialog } from './login-error-dialog.tsx';
import styles from './sign-in.module.css';

interface NewPasswordStepProps {
  area: Area;
  userName: string;
  /** Back to the first step; with the server's sentence when the challenge is over. */
  onStartOver: (message: string | null) => void;
  onSecondStep: (step: SecondStep) => void;
}

/** Step 3 of the sign-in. */
export default function NewPasswordStep({ area, userName, onStartOver, onSecondStep }: NewPasswordStepProps) {
  const [isServerAway, setServerAway] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const schoolName = useSchool().name;
  const owner = useMemo(() => ({ area, userName, schoolName }), [area, userName, schoolName]);
  const schema = useMemo(() => z.object(newPasswordFields).check(newPasswordCheck(owner)), [owner]);
  const form = useForm({
    schema,
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
  useEffect(
    () => focusAtRest(() => document.getElementById(form.id)?.querySelector<HTMLElement>('input[type=password]')),
    [form.id],
  );

  return (
    <FormBody form={form} className={styles.form}>
      <NewPasswordPart form={form} owner={owner} />
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
