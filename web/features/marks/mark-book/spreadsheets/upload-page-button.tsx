import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/controls/button.tsx';
import { lazyOverlay } from '../../../../ui/overlays/lazy-overlay.tsx';
import type { UploadPageWindowsProps } from './upload-page-windows.tsx';

const UploadPageWindows = lazyOverlay<UploadPageWindowsProps>(() => import('./upload-page-windows.tsx'));

/** Uploads a filled page: choose the file, preview its changes, confirm. */
export function UploadPageButton(props: Pick<UploadPageWindowsProps, 'page' | 'onApplied'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Upload
      </Button>
      <UploadPageWindows {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
