import { Suspense } from 'react';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { Place } from '../../place/use-place.ts';
import { lazyPart } from '../../ui/display/lazy-part.ts';
import { fileField, filesField, isFileKind } from './files/file-kinds.ts';
import { FormWindow } from './files/registration-form.tsx';
import type { Rights } from './row-actions.ts';
import { UploadPart } from './upload/upload-button.tsx';

/** The windows of the screen, each opened by a field of the address. */
export const Windows = ({
  rights: { isPta, place },
  students,
}: {
  rights: Rights;
  students: readonly StudentRow[];
}) => (
  <>
    <FormWindow place={place} isPta={isPta} />
    {!isPta && (
      <>
        <RecordWindows place={place} students={students} />
        <FileWindows place={place} />
        <UploadPart place={place} />
      </>
    )}
  </>
);

const AddStudent = lazyPart(() => import('./record/add-student.tsx'));
const ArchiveStudent = lazyPart(() => import('./record/acts/archive-student.tsx'));
const EditStudent = lazyPart(() => import('./record/edit-student.tsx'));
const EraseDue = lazyPart(() => import('./record/acts/erase-due.tsx'));
const EraseStudent = lazyPart(() => import('./record/acts/erase-student.tsx'));
const EverythingDialog = lazyPart(() => import('./record/acts/everything-dialog.tsx'));
const HistoryDialog = lazyPart(() => import('./record/acts/history-dialog.tsx'));
const ResetPassword = lazyPart(() => import('./record/acts/reset-password.tsx'));
const RestoreStudent = lazyPart(() => import('./record/acts/restore-student.tsx'));

/** The windows of a student's record, each opened by a field of the address with the id. */
function RecordWindows({ place, students }: { place: Place; students: readonly StudentRow[] }) {
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

const FilesWindow = lazyPart(() => import('./files/files-window.tsx'));

/** The window of a student's files, where the address names a student and a file. */
function FileWindows({ place }: { place: Place }) {
  const studentId = place.get(filesField);
  const kind = place.get(fileField);
  if (studentId === null || !isFileKind(kind)) return null;
  return (
    <Suspense>
      <FilesWindow
        studentId={studentId}
        kind={kind}
        onKind={(chosen) => place.change({ [fileField]: chosen }, { replace: true })}
        onClose={() => place.change({ [filesField]: null, [fileField]: null }, { replace: true })}
      />
    </Suspense>
  );
}
