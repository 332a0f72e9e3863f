import { useState } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountScreenWordings } from '#shared/accounts/wordings.ts';
import { call } from '../../../api/call.ts';
import { FormBody } from '../../../forms/form-body.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { AppSecret } from '../../../second-factor/app-secret.tsx';
import { CodeField, type CodeFormValues, type CodeKind, codeSchema } from '../../../second-factor/code-field.tsx';
import {
  AppOrRecoveryCodeField,
  CurrentPasswordField,
  chooseProofSchema,
  type ProofSchema,
  proofWithCodeSchema,
  type TypedOwnerProof,
  toProofInput,
} from '../../../second-factor/owner-proof.tsx';
import { RecoveryCodes } from '../../../second-factor/recovery-codes.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';

interface DialogProps {
  userName: string;
  onClose: () => void;
}

/**
 * Password first, and where there is an app already a code; then the new app shows its first code; then the recovery
 * codes.
 */
export function SetUpSecondFactorDialog({ userName, isMove, onClose }: DialogProps & { isMove: boolean }) {
  const [app, setApp] = useState<{ secret: string; address: string } | null>(null);
  const [codes, setCodes] = useState<{ codes: string[] | null } | null>(null);
  const title = isMove ? accountScreenWordings.moveToAnotherPhone : accountScreenWordings.setUpAnAuthenticatorApp;
  if (codes) return <CodesDialog codes={codes.codes} userName={userName} onClose={onClose} />;
  return app ? (
    <FirstCodeDialog app={app} title={title} onDone={setCodes} onClose={onClose} />
  ) : (
    <BeginDialog userName={userName} title={title} isMove={isMove} onDone={setApp} onClose={onClose} />
  );
}

function BeginDialog({
  userName,
  title,
  isMove,
  onDone,
  onClose,
}: DialogProps & { title: string; isMove: boolean; onDone: (app: { secret: string; address: string }) => void }) {
  const [kind, setKind] = useState<CodeKind>('app');
  const form = useForm<ProofSchema, TypedOwnerProof>({
    schema: chooseProofSchema(isMove),
    stored: { current_password: '', code: null },
    save: async (typed, { idempotencyKey }) => {
      onDone(await call(authContract.beginSetUp, toProofInput(typed, { hasApp: isMove, kind }), { idempotencyKey }));
    },
  });
  return (
    <FormDialog
      form={form}
      open
      title={title}
      text={
        isMove
          ? 'First show that it is you: with a code of the app that you have, or a recovery code. A recovery code ends the old app at once.'
          : 'First show that it is you.'
      }
      submitLabel="Next"
      onClose={onClose}
    >
      <CurrentPasswordField form={form} userName={userName} />
      {isMove && <AppOrRecoveryCodeField form={form} kind={kind} onKind={setKind} />}
    </FormDialog>
  );
}

function FirstCodeDialog({
  app,
  title,
  onDone,
  onClose,
}: {
  app: { secret: string; address: string };
  title: string;
  onDone: (made: { codes: string[] | null }) => void;
  onClose: () => void;
}) {
  const form = useForm<typeof codeSchema, CodeFormValues>({
    schema: codeSchema,
    stored: { code: null },
    save: async ({ code }, { idempotencyKey }) => {
      const { recovery_codes } = await call(authContract.confirmSetUp, { code }, { idempotencyKey });
      onDone({ codes: recovery_codes });
    },
  });
  return (
    <Dialog
      openedBy="answer"
      open
      mustAnswer
      size="medium"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form.id} variant="primary" busy={form.isBusy}>
            Set up
          </Button>
        </>
      }
    >
      <AppSecret {...app} />
      <FormBody form={form}>
        <CodeField form={form} kind="app" />
      </FormBody>
    </Dialog>
  );
}

function CodesDialog({ codes, userName, onClose }: DialogProps & { codes: string[] | null }) {
  return (
    <Dialog
      openedBy="answer"
      open
      mustAnswer
      size="medium"
      title="Your recovery codes"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {accountScreenWordings.iHaveKeptThem}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} userName={userName} />
    </Dialog>
  );
}

export function NewRecoveryCodesDialog({ userName, onClose }: DialogProps) {
  const [made, setMade] = useState<{ codes: string[] | null } | null>(null);
  const form = useForm<typeof proofWithCodeSchema, TypedOwnerProof>({
    schema: proofWithCodeSchema,
    stored: { current_password: '', code: null },
    save: async (shown, { idempotencyKey }) => {
      const { recovery_codes } = await call(authContract.makeRecoveryCodes, shown, { idempotencyKey });
      setMade({ codes: recovery_codes });
    },
  });
  if (made) return <CodesDialog codes={made.codes} userName={userName} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      open
      title={accountScreenWordings.makeNewRecoveryCodes}
      text="Your present codes will no longer work."
      submitLabel="Make codes"
      onClose={onClose}
    >
      <CurrentPasswordField form={form} userName={userName} />
      <CodeField form={form} kind="app" />
    </FormDialog>
  );
}

export function RemoveSecondFactorDialog({ userName, onClose }: DialogProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  const form = useForm<typeof proofWithCodeSchema, TypedOwnerProof>({
    schema: proofWithCodeSchema,
    stored: { current_password: '', code: null },
    save: (shown, { idempotencyKey }) => call(authContract.endSecondFactor, { ...shown, kind }, { idempotencyKey }),
    onSaved: () => {
      snackbar(accountScreenWordings.passwordAloneSignsIn);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      open
      title={accountScreenWordings.endSecondFactor}
      text="Recovery codes and trusted devices end with it."
      submitLabel={accountScreenWordings.endSecondFactor}
      onClose={onClose}
    >
      <CurrentPasswordField form={form} userName={userName} />
      <AppOrRecoveryCodeField form={form} kind={kind} onKind={setKind} />
    </FormDialog>
  );
}
