import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { RegistrationWindow } from '#shared/school/registration-calls.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import type { TableColumn } from '../../../tables/columns.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import { useTableState } from '../../../tables/table-state.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { HandedInRegistrations } from './handed-in-registrations.tsx';
import styles from './registration.module.css';
import { RegistrationWindowDialog } from './registration-window-dialog.tsx';

/** Student Registration screen, product §2: which form levels may fill in their registration, until when, and who has handed in. */
export default function RegistrationWindows() {
  const windows = useQuery(queryOf(termsContract.listRegistrationWindows, {}));
  const place = useAddressState();
  const edited = windows.data?.find(({ form_level }) => String(form_level) === place.get('edit'));
  const edit = useCallback(({ form_level }: RegistrationWindow) => place.change({ edit: form_level }), [place]);
  const columns = useMemo(() => columnsOf(edit), [edit]);
  const table = useTableState(filterable);
  return (
    <>
      <ScreenHead title="Student Registration" />
      {windows.data ? (
        <div className={styles.screen}>
          <DataTable
            label="Form levels"
            rows={windows.data}
            columns={columns}
            keyOf={({ form_level }) => String(form_level)}
            state={table.state}
            onChange={table.change}
            onOpen={edit}
            nothingFound="No form level found"
          />
        </div>
      ) : (
        <Loading queries={[windows]} what="the form levels" />
      )}
      <HandedInRegistrations />
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

const filterable = ['status'];

const columnsOf = (onEdit: (window: RegistrationWindow) => void): TableColumn<RegistrationWindow>[] => [
  {
    key: 'level',
    label: 'Form Level',
    value: ({ form_level }) => form_level,
    text: (level) => levelName(Number(level)),
    width: 88,
  },
  {
    key: 'status',
    label: 'Status',
    value: ({ open }) => (open === 1 ? 'Open' : 'Closed'),
    cell: ({ open }) => (open === 1 ? <Badge variation="success">Open</Badge> : <Badge>Closed</Badge>),
    width: 106,
    isFiltered: true,
  },
  {
    key: 'deadline',
    label: 'Deadline',
    value: ({ deadline }) => deadline,
    text: (day) => displayDate(String(day)),
    width: 104,
  },
  {
    key: 'edit',
    label: 'Edit',
    value: () => null,
    cell: (window) => (
      <IconButton label={`Edit ${levelName(window.form_level)}`} icon={Pencil} onClick={() => onEdit(window)} />
    ),
    width: 62,
    isFixed: true,
  },
];
