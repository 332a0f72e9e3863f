import { Suspense, useState } from 'react';
import type { UploadPreview } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { lazyWithRetry } from '../../../../ui/display/lazy-with-retry.ts';
import type { OverlayProps } from '../../../../ui/overlays/lazy-overlay.tsx';
import { ChoosePageFileDialog } from './choose-page-file-dialog.tsx';
import type { PageOfSpreadsheet } from './download-page-button.tsx';

const UploadPreviewDialog = lazyWithRetry(() => import('./upload-preview.tsx'));

export interface UploadPageWindowsProps extends OverlayProps {
  page: PageOfSpreadsheet;
  onApplied: () => void;
}

/** The window that takes a file, then the one that shows what it changes. */
export default function UploadPageWindows({ page, onApplied, open, onClose }: UploadPageWindowsProps) {
  const [preview, setPreview] = useState<UploadPreview | null>(null);
  return (
    <>
      <ChoosePageFileDialog
        page={page}
        open={open}
        onClose={onClose}
        onPreview={(found) => {
          onClose();
          setPreview(found);
        }}
      />
      {preview && (
        <Suspense fallback={null}>
          <UploadPreviewDialog
            key={preview.downloaded_at}
            page={page}
            preview={preview}
            onClose={() => setPreview(null)}
            onApplied={onApplied}
          />
        </Suspense>
      )}
    </>
  );
}
