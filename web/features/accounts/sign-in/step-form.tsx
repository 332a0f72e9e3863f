import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { trustedDeviceDays } from '#shared/accounts/auth/second-factor.ts';
import { ApiError, NetworkError } from '../../../api/errors.ts';
import { FormBody } from '../../../forms/form-body.tsx';
import { type FormState, useForm } from '../../../forms/use-form.ts';
import { Button, LinkButton } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { focusWhenNobodyTypes } from '../../../ui/overlays/typing-idle.ts';
import { LoginErrorDialog } from './credentials-step.tsx';
import styles from './sign-in.module.css';

export interface SignInStepProps {
  userName: string;
  /** Back to the first step; with the server's sentence when the step is over. */
  onStartOver: (message: string | null) => void;
  /** With the address of the page to open. */
  onSignedIn: (goTo: string) => void;
}

interface StepOptions<S extends z.ZodMiniType, V> {
  schema: S;
  stored: V;
  /** The status with which the server says that the step is over. */
  overAt: 401 | 409;
  onStartOver: SignInStepProps['onStartOver'];
  act: (values: z.output<S>) => Promise<void>;
}

/** A form of the sign-in and what it needs besides its fields. */
export interface SignInStepState<V> {
  form: FormState<V>;
  send: RefObject<HTMLButtonElement | null>;
  isServerAway: boolean;
  onSeen: () => void;
}

/** A step after the password: one act that goes on, is refused beside its field, or is over. */
export function useSignInStep<S extends z.ZodMiniType, V extends object>(
  options: StepOptions<S, V>,
): SignInStepState<V> {
  const { schema, stored, overAt, onStartOver, act } = options;
  const [isServerAway, setServerAway] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const form = useForm<S, V>({
    schema,
    stored,
    save: async (values) => {
      // Nothing is typed while the server thinks, whatever has sent it.
      send.current?.focus();
      try {
        await act(values);
      } catch (error) {
        if (error instanceof NetworkError) setServerAway(true);
        else if (error instanceof ApiError && error.status === overAt) onStartOver(error.message);
        else throw error;
      }
    },
  });
  return { form, send, isServerAway, onSeen: () => setServerAway(false) };
}

interface StepFormProps<V> {
  step: SignInStepState<V>;
  label: string;
  onStartOver: SignInStepProps['onStartOver'];
  /** The fields; the first of them is typed into as soon as the hands rest. */
  children: ReactNode;
  /** With another value there are other fields. */
  fields?: string;
  /** Another way through this step, beside the one back. */
  otherWay?: ReactNode;
}

export function SignInStepForm<V>({ step, label, onStartOver, children, fields = '', otherWay }: StepFormProps<V>) {
  const { form, send, isServerAway, onSeen } = step;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields have a first one of their own.
  useEffect(
    () => focusWhenNobodyTypes(() => document.getElementById(form.id)?.querySelector<HTMLElement>(typedInto)),
    [form.id, fields],
  );
  return (
    <FormBody form={form} className={styles.form}>
      {children}
      <Button ref={send} type="submit" variant="primary" wide busy={form.isBusy}>
        {label}
      </Button>
      <Row align="stretch" justify="between" wrap gap={4} across={16} className={styles.ways}>
        {otherWay}
        <LinkButton onClick={() => onStartOver(null)}>Back to sign in</LinkButton>
      </Row>
      <LoginErrorDialog open={isServerAway} onClose={onSeen} />
    </FormBody>
  );
}

// The hidden field that tells password managers the user name is skipped.
const typedInto = 'input:not([autocomplete=username])';

interface TrustDeviceBoxProps {
  isTrusted: boolean;
  onChange: (isTrusted: boolean) => void;
}

/** Whether this browser is asked for a code next time. */
export const TrustDeviceBox = ({ isTrusted, onChange }: TrustDeviceBoxProps) => (
  <Row as="label" gap={8} className={styles.check}>
    <input type="checkbox" checked={isTrusted} onChange={(event) => onChange(event.target.checked)} />
    Do not ask on this device for {trustedDeviceDays} days
  </Row>
);
