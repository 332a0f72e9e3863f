import { VisuallyHidden } from '@aws-amplify/ui-react';
import { Check, Circle } from 'lucide-react';
import {
  isShownInAdvance,
  judgePassword,
  minGuessesLog10,
  type PasswordOwner,
} from '#shared/accounts/auth/password.ts';
import { FormPassword } from '../../forms/fields.tsx';
import { type FormState, useFormValues } from '../../forms/use-form.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { sessionWordings } from '../wordings.ts';
import styles from './new-password.module.css';
import { type NewPassword, usePasswordStrength } from './new-password-checks.ts';

interface NewPasswordPartProps<V> {
  form: FormState<V>;
  owner: PasswordOwner;
}

/** A new password typed twice, how strong it is, and what is asked of it, ticked off while it is typed. */
export function NewPasswordPart<V extends NewPassword>({ form, owner }: NewPasswordPartProps<V>) {
  const password = String((useFormValues(form) as Partial<NewPassword>).password ?? '');
  const guesses = usePasswordStrength(password, owner);
  // Not known to be hard to guess is not ticked off.
  const demands = judgePassword(password, owner, guesses ?? 0);
  const isTyped = password !== '';
  return (
    <>
      {/* Tells password managers the account. */}
      <input type="text" name="username" autoComplete="username" value={owner.userName} readOnly hidden />
      <FormPassword form={form} name="password" label="New Password" autoComplete="new-password" />
      <Stack gap={8} className={styles.about}>
        <Strength guesses={isTyped ? guesses : undefined} />
        <Stack as="ul" gap={2} size="12.5on18" className={styles.demands} aria-label={sessionWordings.aPasswordIs}>
          {demands
            .filter((demand) => isShownInAdvance(demand) || !demand.isMet)
            .map(({ says, isMet }) => {
              const isTicked = isTyped && isMet;
              const Icon = isTicked ? Check : Circle;
              return (
                <Row as="li" key={says} align="stretch" gap={8} tone="muted" data-met={isTicked || undefined}>
                  <Icon size={14} aria-hidden />
                  <span>
                    {says}
                    <VisuallyHidden>{isTicked ? ' Met.' : ' Not met yet.'}</VisuallyHidden>
                  </span>
                </Row>
              );
            })}
        </Stack>
      </Stack>
      <FormPassword form={form} name="repeated" label="Confirm Password" autoComplete="new-password" />
    </>
  );
}

/** From how many guesses on, as a power of ten, and what that is called. */
const steps = [
  { from: 0, name: 'Very easy to guess' },
  { from: 4, name: sessionWordings.easyToGuess },
  { from: minGuessesLog10, name: 'Hard to guess' },
  { from: 10, name: sessionWordings.veryHardToGuess },
] as const;

/** A bar of four parts, and in words what it means. */
function Strength({ guesses }: { guesses: number | undefined }) {
  const reached = guesses === undefined ? 0 : steps.filter(({ from }) => guesses >= from).length;
  const name = steps[reached - 1]?.name ?? sessionWordings.notKnownYet;
  return (
    <Row gap={10} className={styles.strength}>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in parts in every browser */}
      <div
        className={styles.bar}
        role="meter"
        aria-label="Strength"
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={reached}
        aria-valuetext={name}
        data-enough={(guesses ?? 0) >= minGuessesLog10 || undefined}
      >
        {steps.map(({ from }, index) => (
          <span key={from} data-reached={index < reached || undefined} />
        ))}
      </div>
      <span className={styles.word}>{reached === 0 ? '' : name}</span>
    </Row>
  );
}
