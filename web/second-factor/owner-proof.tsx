import * as z from 'zod/mini';
import { FormPassword } from '../forms/fields.tsx';
import type { FormState } from '../forms/use-form.ts';
import { LinkButton } from '../ui/controls/button.tsx';
import { CodeField, type CodeFormValues, type CodeKind, requiredText } from './code-field.tsx';
import { secondFactorWordings } from './wordings.ts';

/** For an account with an app. */
export const proofWithCodeSchema = z.object({ current_password: requiredText, code: requiredText });
const proofByPassword = z.object({ current_password: requiredText, code: z.nullable(z.string()) });

/** The form's schema: with an app a code is asked for too. */
export type ProofSchema = typeof proofWithCodeSchema | typeof proofByPassword;
export const chooseProofSchema = (hasApp: boolean): ProofSchema => (hasApp ? proofWithCodeSchema : proofByPassword);

/** What was typed, as the calls take it: a code of either kind with an app, and none without. */
export const toProofInput = (
  { current_password, code }: TypedOwnerProof,
  { hasApp, kind }: { hasApp: boolean; kind: CodeKind },
) => (hasApp && code !== null ? { current_password, code, kind } : { current_password });

/** What the owner of an account types to prove it. */
export interface TypedOwnerProof extends CodeFormValues {
  current_password: string;
}

export const CurrentPasswordField = ({ form, userName }: { form: FormState<TypedOwnerProof>; userName: string }) => (
  <>
    {/* Tells password managers the account. */}
    <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
    <FormPassword form={form} name="current_password" label="Current Password" autoComplete="current-password" />
  </>
);

interface EitherCodeProps {
  form: FormState<TypedOwnerProof>;
  kind: CodeKind;
  onKind: (kind: CodeKind) => void;
}

/** A code of the app, or a recovery code where the phone is not there. */
export function AppOrRecoveryCodeField({ form, kind, onKind }: EitherCodeProps) {
  return (
    <>
      <CodeField key={kind} form={form} kind={kind} />
      <LinkButton
        onClick={() => {
          form.change('code', null);
          onKind(kind === 'app' ? 'recovery' : 'app');
        }}
      >
        {kind === 'app' ? secondFactorWordings.useARecoveryCode : secondFactorWordings.useCodeOfApp}
      </LinkButton>
    </>
  );
}
