import { Suspense } from 'react';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { AddressState } from '../../address/use-address-state.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { RegistrationFormOutlet } from './files/registration-form.tsx';
import { fileKindAddressField, isFileKind, type StudentScreenRights, studentAddressField } from './row-actions.ts';
import { UploadWindowOutlet } from './upload/upload-button.tsx';

/** The windows of the screen, each opened by a field of the address. */
export const StudentWindows = ({
  rights: { isPta, place },
  students,
}: {
  rights: StudentScreenRights;
  students: readonly StudentRow[];
}) => (
  <>
    <RegistrationFormOutlet place={place} isPta={isPta} />
    {!isPta && (
      <>
        <RecordWindows place={place} students={students} />
        <FileWindows place={place} />
        <UploadWindowOutlet place={place} />
      </>
    )}
  </>
);

const AddStudent = lazyWithRetry(() => import('./record/add-student.tsx'));
const ArchiveStudent = lazyWithRetry(() => import('./record/acts/archive-student.tsx'));
const EditStudent = lazyWithRetry(() => import('./record/edit-student.tsx'));
const EraseDue = lazyWithRetry(() => import('./record/acts/erase-due.tsx'));
const EraseStudent = lazyWithRetry(() => import('./record/acts/erase-student.tsx'));
const EverythingDialog = lazyWithRetry(() => import('./record/acts/everything-dialog.tsx'));
const HistoryDialog = lazyWithRetry(() => import('./record/acts/history-dialog.tsx'));
const ResetPassword = lazyWithRetry(() => import('./record/acts/reset-password.tsx'));
const RestoreStudent = lazyWithRetry(() => import('./record/acts/restore-student.tsx'));

/** The windows of a student's record, each opened by a field of the address with the id. */
function RecordWindows({ place, students }: { place: AddressState; students: readonly StudentRow[] }) {
  const [edited, erased] = [place.get('edit'), place.get('erase')];
  const named = (field: string) => students.find(({ id }) => id === place.get(field));
  const [archived, restored, reset, past, all] = ['archive', 'restore', 'reset', 'history', 'everything'].map(named);
  const close = (field: string) => () => place.change({ [field]: null });
  return (
    <Suspense>
      {place.has('add') && <AddStudent onClose={close('add')} />}
      {edited !== null && (
        <EditStudent
          key={edited}
          id={edited}
          onHistory={() => place.change({ history: edited })}
          onClose={close('edit')}
        />
      )}
      {archived && <ArchiveStudent key={archived.id} student={archived} onClose={close('archive')} />}
      {restored && <RestoreStudent key={restored.id} student={restored} onClose={close('restore')} />}
      {reset && <ResetPassword key={reset.id} student={reset} onClose={close('reset')} />}
      {all && <EverythingDialog key={all.id} student={all} onClose={close('everything')} />}
      {erased !== null && (
        <EraseStudent
          key={erased}
          studentId={erased}
          onClose={close('erase')}
          onErased={() => place.change({ erase: null, student: null, view: 'archive' })}
        />
      )}
      {place.has('erasures') && <EraseDue onClose={close('erasures')} />}
      {past && <HistoryDialog key={past.id} student={past} onClose={close('history')} />}
    </Suspense>
  );
}

const FilesWindow = lazyWithRetry(() => import('./files/files-window.tsx'));

/** The window of a student's files, where the address names a student and a file. */
function FileWindows({ place }: { place: AddressState }) {
  const studentId = place.get(studentAddressField);
  const kind = place.get(fileKindAddressField);
  if (studentId === null || !isFileKind(kind)) return null;
  return (
    <Suspense>
      <FilesWindow
        studentId={studentId}
        kind={kind}
        onKind={(chosen) => place.change({ [fileKindAddressField]: chosen }, { replace: true })}
        onClose={() => place.change({ [studentAddressField]: null, [fileKindAddressField]: null }, { replace: true })}
      />
    </Suspense>
  );
}
