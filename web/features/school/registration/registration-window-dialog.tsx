import { useQueryClient } from '@tanstack/react-query';
import { levelName } from '#shared/people/form-level.ts';
import { termsContract } from '#shared/school/contract.ts';
import { type RegistrationWindow, registrationWindowSchema } from '#shared/school/registration-calls.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf } from '../../../api/query.ts';
import { FormDate, FormSelect } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm, useFormValues } from '../../../forms/use-form.ts';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';

interface RegistrationWindowDialogProps {
  window: RegistrationWindow;
  onClose: () => void;
}

const states = [
  { value: 1, label: 'Open' },
  { value: 0, label: 'Closed' },
] as const;

/** Status and deadline of one form level. Closing clears the deadline, which only an open one has (product §4). */
export function RegistrationWindowDialog({ window, onClose }: RegistrationWindowDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    schema: registrationWindowSchema(),
    stored: window,
    save: async (changed, { seen: { open, deadline }, idempotencyKey }) => {
      const input = { ...changed, was: { open, deadline } };
      await call(termsContract.saveFormLevelRegistration, input, { idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.listRegistrationWindows) });
      snackbar(termWordings.windowSaved);
    },
    onSaved: onClose,
    onFailed: () => {
      snackbar(termWordings.windowNotSaved, { tone: 'error' });
      return false;
    },
    leaving: { placeField: 'edit' },
  });
  const { open } = useFormValues(form);
  return (
    <FormDialog
      form={form}
      open
      title={`${levelName(window.form_level)} registration`}
      submitLabel="Save"
      onClose={onClose}
    >
      <FormSelect
        form={form}
        name="open"
        label="Status"
        options={states}
        onChosen={(chosen) => {
          form.change('open', chosen);
          if (chosen === 0) form.change('deadline', null);
        }}
      />
      <FormDate form={form} name="deadline" label="Deadline" disabled={open === 0} />
    </FormDialog>
  );
}
