import { Suspense } from 'react';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import type { Place } from '../../../place/use-place.ts';
import { lazyPart } from '../../../ui/display/lazy-part.ts';

const AddStudent = lazyPart(() => import('./add-student.tsx'));
const ArchiveStudent = lazyPart(() => import('./acts/archive-student.tsx'));
const EditStudent = lazyPart(() => import('./edit-student.tsx'));
const EraseDue = lazyPart(() => import('./acts/erase-due.tsx'));
const EraseStudent = lazyPart(() => import('./acts/erase-student.tsx'));
const EverythingDialog = lazyPart(() => import('./acts/everything-dialog.tsx'));
const HistoryDialog = lazyPart(() => import('./acts/history-dialog.tsx'));
const ResetPassword = lazyPart(() => import('./acts/reset-password.tsx'));
const RestoreStudent = lazyPart(() => import('./acts/restore-student.tsx'));

/** The windows about one student's record, each opened by a field of the address that has the id. */
export function RecordWindows({ place, students }: { place: Place; students: readonly StudentRow[] }) {
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
