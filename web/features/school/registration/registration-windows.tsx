import { Badge } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { NumberHead, Table } from '../../../ui/display/table.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { type AddedToWindows, besideWindows } from '../places.ts';
import styles from './registration.module.css';
import { RegistrationWindowDialog } from './registration-window-dialog.tsx';

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
