import { Suspense } from 'react';
import type { Place } from '../../../place/use-place.ts';
import { lazyPart } from '../../../ui/display/lazy-part.ts';
import { fileField, filesField, isFileKind } from './file-kinds.ts';

const FilesWindow = lazyPart(() => import('./files-window.tsx'));

/** The window of a student's files, where the address names one. */
export function FileWindows({ place }: { place: Place }) {
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
