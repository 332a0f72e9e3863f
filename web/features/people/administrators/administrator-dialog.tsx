import * as z from 'zod/mini';
import {
  allPermissions,
  joinPermissionKeys,
  parsePermissionKeys,
  ptaPermissions,
} from '#shared/accounts/auth/permissions.ts';
import { type Administrator, accountsContract } from '#shared/accounts/contract.ts';
import { chosenUserName, fullName } from '#shared/accounts/fields.ts';
import { accountWordings } from '#shared/accounts/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { call } from '../../../api/call.ts';
import { FormSelect, FormText } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm, useFormValues } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import {
  type AdministratorFormValues,
  administratorKindLabels,
  toAdministratorFormValues,
} from './administrator-columns.tsx';
import { PermissionField } from './permission-field.tsx';

interface AdministratorDialogProps {
  /** Absent: a new one. */
  administrator: Administrator | undefined;
  onSaved: (administrator: Output<typeof accountsContract.addAdministrator>) => void;
  onClose: () => void;
}

const kind = z.literal(['Admin', 'PTA']);
const added = z.strictObject({
  name: fullName,
  user_name: chosenUserName,
  user_admin: kind,
  permissions: z.string(),
});
/** User name and kind are shown and stay. */
const edited = z.strictObject({ name: fullName, user_name: z.string(), user_admin: kind, permissions: z.string() });

const kinds = [
  { value: 'Admin', label: administratorKindLabels.Admin },
  { value: 'PTA', label: administratorKindLabels.PTA },
] as const;

/** A new administrator, or what another one may do (rule 36). */
export function AdministratorDialog({ administrator, onSaved, onClose }: AdministratorDialogProps) {
  const form = useForm<typeof added, AdministratorFormValues>({
    schema: administrator ? (edited as unknown as typeof added) : added,
    stored: toAdministratorFormValues(administrator),
    missing: accountWordings.fieldsMissing,
    save: async (values, { seen, idempotencyKey }) => {
      const permissions = parsePermissionKeys(values.permissions);
      const answer = administrator
        ? await call(
            accountsContract.updateAdministrator,
            {
              user_admin_id: administrator.user_admin_id,
              name: values.name,
              permissions,
              was: { name: seen.name ?? '', permissions: parsePermissionKeys(seen.permissions) },
            },
            { idempotencyKey },
          )
        : await call(accountsContract.addAdministrator, { ...values, permissions }, { idempotencyKey });
      snackbar(administrator ? `${values.name} saved.` : `${values.name} added.`);
      onSaved(answer);
    },
    onSaved: onClose,
    leaving: { placeField: 'admin' },
  });
  const { user_admin } = useFormValues(form);
  const isPta = user_admin === 'PTA';
  const choose = (permissions: ReturnType<typeof allPermissions>) =>
    form.change('permissions', joinPermissionKeys(permissions));
  return (
    <FormDialog
      form={form}
      open
      size="medium"
      title={administrator ? `Edit ${administrator.name}` : 'New Administrator'}
      submitLabel={administrator ? 'Save' : 'Add Administrator'}
      onClose={onClose}
    >
      <FormText form={form} name="name" label="Name" autoFocus={!administrator} />
      <Stack pairs="desk" gap={16}>
        <FormText
          form={form}
          name="user_name"
          label="User Name"
          autoCapitalize="none"
          spellCheck={false}
          disabled={administrator !== undefined}
        />
        <FormSelect
          form={form}
          name="user_admin"
          label="Kind"
          options={kinds}
          disabled={administrator !== undefined}
          hint={isPta ? 'Sees students and attendance, never more.' : undefined}
          onChosen={(chosen) => {
            form.change('user_admin', chosen);
            choose(chosen === 'PTA' ? ptaPermissions() : []);
          }}
        />
      </Stack>
      <PermissionField form={form} isFixed={isPta} />
      {!isPta && (
        <Row align="stretch" gap={8}>
          <Button onClick={() => choose(allPermissions())}>Everything</Button>
          <Button onClick={() => choose([])}>Nothing</Button>
        </Row>
      )}
    </FormDialog>
  );
}
