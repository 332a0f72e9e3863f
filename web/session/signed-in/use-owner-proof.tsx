import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { proofMinutes } from '#shared/accounts/auth/own-account.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { FormBody } from '../../forms/form-body.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { CodeKind } from '../../second-factor/code-field.tsx';
import {
  AppOrRecoveryCodeField,
  CurrentPasswordField,
  chooseProofSchema,
  type ProofSchema,
  type TypedOwnerProof,
  toProofInput,
} from '../../second-factor/owner-proof.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { findUserNameToAskPasswordFor } from '../sign-out.ts';
import { sessionWordings } from '../wordings.ts';

interface Asked {
  hasApp: boolean;
  end: (isProven: boolean) => void;
}

/**
 * For acts that the server carries out only where the session's user has just proved to be the owner of the account
 * (428). `proven` carries one out; where the proof is too old it asks for the password in the `window`, which the
 * screen draws, and carries the act out then. It gives null where the user cancels.
 */
export function useOwnerProof(): { proven: <T>(act: () => Promise<T>) => Promise<T | null>; window: ReactNode } {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);

  const proven = async <T,>(act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 428)) throw error;
    }
    const { since } = await client.fetchQuery({ ...queryOf(authContract.readSecondFactorState, {}), staleTime: 0 });
    const isProven = await new Promise<boolean>((end) => setAsked({ hasApp: since !== null, end }));
    setAsked(null);
    return isProven ? act() : null;
  };
  return { proven, window: asked && <ProofWindow {...asked} /> };
}

function ProofWindow({ hasApp, end }: Asked) {
  const [kind, setKind] = useState<CodeKind>('app');
  const form = useForm<ProofSchema, TypedOwnerProof>({
    schema: chooseProofSchema(hasApp),
    stored: { current_password: '', code: null },
    save: async (typed, { idempotencyKey }) => {
      await call(authContract.confirmOwner, toProofInput(typed, { hasApp, kind }), { idempotencyKey });
      end(true);
    },
    storesNothing: true,
  });
  return (
    <Dialog
      openedBy="answer"
      open
      size="small"
      title={sessionWordings.showThatItIsYou}
      text={`You signed in more than ${proofMinutes} minutes ago: somebody else could be at this browser.`}
      onClose={() => end(false)}
      footer={
        <>
          <Button onClick={() => end(false)}>Cancel</Button>
          <Button type="submit" form={form.id} variant="primary" busy={form.isBusy}>
            Go on
          </Button>
        </>
      }
    >
      <FormBody form={form}>
        <CurrentPasswordField form={form} userName={findUserNameToAskPasswordFor()} />
        {hasApp && <AppOrRecoveryCodeField form={form} kind={kind} onKind={setKind} />}
      </FormBody>
    </Dialog>
  );
}
