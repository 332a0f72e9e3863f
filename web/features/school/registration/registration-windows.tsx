import { Badge } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { type RegistrationWindow, registrationWindowSchema } from '#shared/school/registration-calls.ts';
import { schoolScreenWordings, termWordings } from '#shared/school/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { FormDate, FormSelect } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useForm, useFormValues } from '../../../forms/use-form.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { NumberHead, Table } from '../../../ui/display/table.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { type AddedToWindows, besideWindows } from '../places.ts';
import styles from './registration.module.css';

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

/**
 * Student Registration screen, product §2: a table of the form levels with window and deadline, and what an option adds
 * to them.
 */
export default function RegistrationWindows() {
  const windows = useQuery(queryOf(termsContract.listRegistrationWindows, {}));
  const [Beside] = besideWindows.of(useSchool().options);
  const place = useAddressState();
  const edited = windows.data?.find(({ form_level }) => String(form_level) === place.get('edit'));
  const showWindows = (added?: AddedToWindows) => (
    <Table label={schoolScreenWordings.registrationsByClass} stickyFirst folds>
      <thead>
        <tr>
          <th scope="col">Form Level</th>
          <th scope="col">Status</th>
          <th scope="col">Deadline</th>
          {added?.columns.map((title) => (
            <NumberHead key={title}>{title}</NumberHead>
          ))}
          <th scope="col">Edit</th>
        </tr>
      </thead>
      {windows.data?.map(({ form_level, open, deadline }) => {
        const { name = levelName(form_level), cells, below } = added?.ofLevel(form_level) ?? {};
        return (
          <tbody key={form_level}>
            <tr>
              <th scope="row">{name}</th>
              <td>{open === 1 ? <Badge variation="success">Open</Badge> : <Badge>Closed</Badge>}</td>
              <td className={styles.deadline} data-label="Deadline">
                {deadline !== null && displayDate(deadline)}
              </td>
              {cells}
              <td>
                <IconButton
                  label={`Edit ${levelName(form_level)}`}
                  icon={Pencil}
                  onClick={() => place.change({ edit: form_level })}
                />
              </td>
            </tr>
            {below}
          </tbody>
        );
      })}
    </Table>
  );
  return (
    <>
      <ScreenHead title="Student Registration" />
      {windows.data ? (
        <Stack gap={16} width={1080}>
          {Beside ? (
            <Suspense fallback={null}>
              <Beside showWindows={showWindows} />
            </Suspense>
          ) : (
            showWindows()
          )}
        </Stack>
      ) : (
        <Loading queries={[windows]} what="the form levels" />
      )}
      {edited && (
        <RegistrationWindowDialog
          key={edited.form_level}
          window={edited}
          onClose={() => place.change({ edit: null })}
        />
      )}
    </>
  );
}
