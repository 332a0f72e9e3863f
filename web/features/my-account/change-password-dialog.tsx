import * as z from 'zod/mini';
import { authContract } from '#shared/auth/contract.ts';
import { passwordRule } from '#shared/auth/password.ts';
import { call } from '../../api/call.ts';
import { FormPassword } from '../../forms/fields.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useForm } from '../../forms/use-form.ts';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { useOwnAccount } from './use-own-account.ts';

const changed = z
  .object({
    current_password: z.string().check(z.minLength(1, 'Required.')),
    password: passwordRule,
    repeated: z.string(),
  })
  .check(
    z.refine(({ password, repeated }) => password === repeated, {
      error: 'The two passwords are not the same.',
      path: ['repeated'],
    }),
  );

/** The own password, with the one from before (rule 17). */
export function ChangePasswordDialog({ userName, onClose }: { userName: string; onClose: () => void }) {
  const { readAgain } = useOwnAccount();
  const form = useForm({
    schema: changed,
    stored: { current_password: '', password: '', repeated: '' },
    save: async ({ current_password, password }, { idempotencyKey }) => {
      await call(
        authContract.employeeChangePassword,
        { name: userName, current_password, password },
        { idempotencyKey },
      );
      // The answer brought another session: what is shown of it is read again.
      void readAgain();
    },
    onSaved: () => {
      snackbar('Password changed. You are signed out everywhere else.');
      onClose();
    },
  });
  return (
    <FormDialog form={form} open title="Change password" submitLabel="Change password" onClose={onClose}>
      {/* For password managers: whose passwords these are. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <FormPassword form={form} name="current_password" label="Current Password" autoComplete="current-password" />
      <FormPassword form={form} name="password" label="New Password" autoComplete="new-password" />
      <FormPassword form={form} name="repeated" label="Confirm Password" autoComplete="new-password" />
    </FormDialog>
  );
}
