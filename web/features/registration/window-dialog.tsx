import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { type RegistrationWindow, termsContract } from '#shared/terms/contract.ts';
import { termsMessages } from '#shared/terms/messages.ts';
import { call } from '../../api/call.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { queryKeyOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/fields/dates/date-field.tsx';
import { parseDay } from '../../ui/fields/dates/day-text.ts';
import { Select } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import styles from './registration.module.css';

interface WindowDialogProps {
  window: RegistrationWindow;
  onClose: () => void;
}

/** Status and deadline of one form level. Closing clears the deadline, which only an open one has (product §4). */
export function WindowDialog({ window, onClose }: WindowDialogProps) {
  const [open, setOpen] = useState(window.open);
  const [deadline, setDeadline] = useState(window.deadline);
  const [error, setError] = useState<string | undefined>();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (changed: RegistrationWindow) => call(termsContract.saveRegistrationWindow, changed),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.registrationWindows) });
      snackbar(termsMessages.windowSaved);
      onClose();
    },
    onError: (failure) => {
      setError(failure instanceof ApiError ? messageOf(failure) : undefined);
      snackbar(termsMessages.windowNotSaved, { tone: 'error' });
    },
  });

  const submit = () => {
    if (deadline !== null && parseDay(deadline) === undefined && !/^\d{4}-\d{2}-\d{2}$/.test(deadline)) {
      setError('Please write a date such as 05-Sep-2025.');
      return;
    }
    setError(undefined);
    save.mutate({ form_level: window.form_level, open, deadline });
  };

  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title={`${levelName(window.form_level)} registration`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Select
          label="Status"
          options={[
            { value: 1, label: 'Open' },
            { value: 0, label: 'Closed' },
          ]}
          value={open}
          onValueChange={(chosen) => {
            setOpen(chosen === 1 ? 1 : 0);
            if (chosen === 0) setDeadline(null);
          }}
        />
        <DateField label="Deadline" value={deadline} onValueChange={setDeadline} disabled={open === 0} error={error} />
      </div>
    </Dialog>
  );
}
