import { Upload } from 'lucide-react';
import { Suspense } from 'react';
import type { Place } from '../../../place/use-place.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { lazyPart } from '../../../ui/display/lazy-part.ts';

const UploadWindow = lazyPart(() => import('./upload-window.tsx'));

/** Opens the upload window by a field of the address. */
export const UploadButton = ({ place }: { place: Place }) => (
  <Button icon={Upload} onClick={() => place.change({ upload: 'students' })}>
    Upload Students
  </Button>
);

/** The upload window, where the address has its field. */
export const UploadPart = ({ place }: { place: Place }) =>
  place.get('upload') === 'students' && (
    <Suspense>
      <UploadWindow onClose={() => place.change({ upload: null }, { replace: true })} />
    </Suspense>
  );
