import { Upload } from 'lucide-react';
import { Suspense } from 'react';
import type { AddressState } from '../../../address/use-address-state.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';

const UploadWindow = lazyWithRetry(() => import('./upload-window.tsx'));

/** Opens the upload window by a field of the address. */
export const UploadButton = ({ place }: { place: AddressState }) => (
  <Button icon={Upload} onClick={() => place.change({ upload: 'students' })}>
    Upload Students
  </Button>
);

/** The upload window, where the address has its field. */
export const UploadWindowOutlet = ({ place }: { place: AddressState }) =>
  place.get('upload') === 'students' && (
    <Suspense>
      <UploadWindow onClose={() => place.change({ upload: null }, { replace: true })} />
    </Suspense>
  );
