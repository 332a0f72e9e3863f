import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { levelName } from '#shared/people/form-level.ts';
import { type RegistrationWindow, termsContract } from '#shared/terms/contract.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Table } from '../../ui/display/table.tsx';
import { showDay } from '../../ui/fields/dates/day-text.ts';
import styles from './registration.module.css';
import { WindowDialog } from './window-dialog.tsx';

/** Student Registration screen, product §2: which form levels may fill in their registration, and until when. */
export default function RegistrationWindows() {
  const windows = useQuery(queryOf(termsContract.registrationWindows, {}));
  const [edited, setEdited] = useState<RegistrationWindow | null>(null);
  return (
    <>
      <ScreenHead title="Student Registration" />
      {windows.data ? (
        <div className={styles.screen}>
          <Table label="Form levels">
            <thead>
              <tr>
                <th scope="col">Form Level</th>
                <th scope="col">Status</th>
                <th scope="col">Deadline</th>
                <th scope="col">Edit</th>
              </tr>
            </thead>
            <tbody>
              {windows.data.map((window) => (
                <tr key={window.form_level}>
                  <th scope="row">{levelName(window.form_level)}</th>
                  <td>{window.open === 1 ? <Chip tone="success">Open</Chip> : <Chip>Closed</Chip>}</td>
                  <td>{window.deadline === null ? '' : showDay(window.deadline)}</td>
                  <td>
                    <IconButton
                      label={`Edit ${levelName(window.form_level)}`}
                      icon={Pencil}
                      onClick={() => setEdited(window)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      ) : windows.isError ? (
        <ErrorRetry
          title="The form levels could not be loaded."
          detail={messageOf(windows.error)}
          isRetrying={windows.isFetching}
          onRetry={() => void windows.refetch()}
        />
      ) : (
        <Skeleton label="Loading the form levels" />
      )}
      {edited && <WindowDialog key={edited.form_level} window={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
