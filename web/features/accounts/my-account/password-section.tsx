import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { accountScreenWordings } from '#shared/accounts/wordings.ts';
import { call } from '../../../api/call.ts';
import { useSchool } from '../../../api/school.ts';
import { FormPassword } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { createNewPasswordCheck, newPasswordFields } from '../../../session/new-password/new-password-checks.ts';
import { NewPasswordPart } from '../../../session/new-password/new-password-part.tsx';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { AccountSection, useOwnAccountCache } from './section.tsx';

export function PasswordSection({ userName }: { userName: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountSection
      title="Password"
      text="After a change you stay signed in here, and are signed out everywhere else."
      actions={<Button onClick={() => setOpen(true)}>Change password</Button>}
    >
      {isOpen && <ChangePasswordDialog userName={userName} onClose={() => setOpen(false)} />}
    </AccountSection>
  );
}

/** Changes the user's own password, with the present one as proof (rule 17). */
function ChangePasswordDialog({ userName, onClose }: { userName: string; onClose: () => void }) {
  const { readAgain } = useOwnAccountCache();
  const area = useSession()?.area ?? 'staff';
  const schoolName = useSchool().name;
  const owner = useMemo(() => ({ area, userName, schoolName }), [area, userName, schoolName]);
  const schema = useMemo(
    () =>
      z
        .object({ current_password: z.string().check(z.minLength(1, 'Required.')), ...newPasswordFields })
        .check(createNewPasswordCheck(owner)),
    [owner],
  );
  const form = useForm({
    schema,
    stored: { current_password: '', password: '', repeated: '' },
    save: async ({ current_password, password }, { idempotencyKey }) => {
      await call(authContract.changeOwnPassword, { name: userName, current_password, password }, { idempotencyKey });
      // The call opened another session.
      void readAgain();
    },
    onSaved: () => {
      snackbar(accountScreenWordings.passwordChanged);
      onClose();
    },
  });
  return (
    <FormDialog form={form} open title="Change password" submitLabel="Change password" onClose={onClose}>
      <FormPassword form={form} name="current_password" label="Current Password" autoComplete="current-password" />
      <NewPasswordPart form={form} owner={owner} />
    </FormDialog>
  );
}
