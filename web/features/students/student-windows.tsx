import { Suspense } from 'react';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { AddressState } from '../../address/use-address-state.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { RegistrationFormWindowOutlet } from './files/registration-form.tsx';
import { fileKindAddressField, filesAddressField, isFileKind, type StudentScreenContext } from './row-actions.ts';
import { UploadWindowOutlet } from './upload/upload-button.tsx';

/** The windows of the screen, each opened by a field of the address. */
export const StudentWindows = ({
  rights: { isPta, place },
  students,
}: {
  rights: StudentScreenContext;
  students: readonly StudentRow[];
}) => (
  <>
    <RegistrationFormWindowOutlet place={place} isPta={isPta} />
    {!isPta && (
      <>
        <RecordWindows place={place} students={students} />
        <FileWindows place={place} />
        <UploadWindowOutlet place={place} />
      </>
    )}
  </>
);

const AddStudentDialog = lazyWithRetry(() => import('./record/add-student-dialog.tsx'));
const ArchiveStudentDialog = lazyWithRetry(() => import('./record/acts/archive-student-dialog.tsx'));
const EditStudentDialog = lazyWithRetry(() => import('./record/edit-student-dialog.tsx'));
const EraseDueStudentsDialog = lazyWithRetry(() => import('./record/acts/erase-due-students-dialog.tsx'));
const EraseStudentDialog = lazyWithRetry(() => import('./record/acts/erase-student-dialog.tsx'));
const DownloadEverythingDialog = lazyWithRetry(() => import('./record/acts/download-everything-dialog.tsx'));
const StudentHistoryDialog = lazyWithRetry(() => import('./record/acts/student-history-dialog.tsx'));
const ResetStudentPasswordDialog = lazyWithRetry(() => import('./record/acts/reset-student-password-dialog.tsx'));
const RestoreStudentDialog = lazyWithRetry(() => import('./record/acts/restore-student-dialog.tsx'));

/** The windows of a student's record, each opened by a field of the address with the id. */
function RecordWindows({ place, students }: { place: AddressState; students: readonly StudentRow[] }) {
  const [edited, erased] = [place.get('edit'), place.get('erase')];
  const named = (field: string) => students.find(({ id }) => id === place.get(field));
  const [archived, restored, reset, past, all] = ['archive', 'restore', 'reset', 'history', 'everything'].map(named);
  const close = (field: string) => () => place.change({ [field]: null });
  return (
    <Suspense>
      {place.has('add') && <AddStudentDialog onClose={close('add')} />}
      {edited !== null && (
        <EditStudentDialog
          key={edited}
          id={edited}
          onHistory={() => place.change({ history: edited })}
          onClose={close('edit')}
        />
      )}
      {archived && <ArchiveStudentDialog key={archived.id} student={archived} onClose={close('archive')} />}
      {restored && <RestoreStudentDialog key={restored.id} student={restored} onClose={close('restore')} />}
      {reset && <ResetStudentPasswordDialog key={reset.id} student={reset} onClose={close('reset')} />}
      {all && <DownloadEverythingDialog key={all.id} student={all} onClose={close('everything')} />}
      {erased !== null && (
        <EraseStudentDialog
          key={erased}
          studentId={erased}
          onClose={close('erase')}
          onErased={() => place.change({ erase: null, student: null, view: 'archive' })}
        />
      )}
      {place.has('erasures') && <EraseDueStudentsDialog onClose={close('erasures')} />}
      {past && <StudentHistoryDialog key={past.id} student={past} onClose={close('history')} />}
    </Suspense>
  );
}

const StudentFilesWindow = lazyWithRetry(() => import('./files/student-files-window.tsx'));

/** The window of a student's files, where the address names a student and a file. */
function FileWindows({ place }: { place: AddressState }) {
  const studentId = place.get(filesAddressField);
  const kind = place.get(fileKindAddressField);
  if (studentId === null || !isFileKind(kind)) return null;
  return (
    <Suspense>
      <StudentFilesWindow
        studentId={studentId}
        kind={kind}
        onKind={(chosen) => place.change({ [fileKindAddressField]: chosen }, { replace: true })}
        onClose={() => place.change({ [filesAddressField]: null, [fileKindAddressField]: null }, { replace: true })}
      />
    </Suspense>
  );
}
