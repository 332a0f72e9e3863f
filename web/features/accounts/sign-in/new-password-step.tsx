import { useMemo } from 'react';
import * as z from 'zod/mini';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { useSchool } from '../../../api/school.ts';
import { createNewPasswordCheck, newPasswordFields } from '../../../session/new-password/new-password-checks.ts';
import { NewPasswordPart } from '../../../session/new-password/new-password-part.tsx';
import { changePassword, type SecondFactorStep } from '../../../session/sign-in.ts';
import { SignInStepForm, type SignInStepProps, useSignInStep } from './step-form.tsx';

interface NewPasswordStepProps extends SignInStepProps {
  area: Area;
  onSecondStep: (step: SecondFactorStep) => void;
}

/** Step 3 of the sign-in. */
export default function NewPasswordStep(props: NewPasswordStepProps) {
  const { area, userName, onStartOver, onSecondStep, onSignedIn } = props;
  const schoolName = useSchool().name;
  const owner = useMemo(() => ({ area, userName, schoolName }), [area, userName, schoolName]);
  const schema = useMemo(() => z.object(newPasswordFields).check(createNewPasswordCheck(owner)), [owner]);
  const step = useSignInStep({
    schema,
    stored: { password: '', repeated: '' },
    overAt: 401,
    onStartOver,
    act: async ({ password }) => {
      const outcome = await changePassword({ name: userName, password });
      if (typeof outcome === 'string') onSecondStep(outcome);
      else onSignedIn(outcome.goTo);
    },
  });
  return (
    <SignInStepForm step={step} label="CHANGE PASSWORD" onStartOver={onStartOver}>
      <NewPasswordPart form={step.form} owner={owner} />
    </SignInStepForm>
  );
}
