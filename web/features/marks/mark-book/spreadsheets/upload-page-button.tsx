import { Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { UploadPreview } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../../ui/display/lazy-with-retry.ts';
import { lazyOverlay } from '../../../../ui/overlays/lazy-overlay.tsx';
import type { ChoosePageFileDialogProps } from './choose-page-file-dialog.tsx';
import type { PageOfSpreadsheet } from './download-page-button.tsx';

const ChoosePageFileDialog = lazyOverlay<ChoosePageFileDialogProps>(() => import('./choose-page-file-dialog.tsx'));
const UploadPreviewDialog = lazyWithRetry(() => import('./upload-preview.tsx'));

/** Uploads a filled page: choose the file, preview its changes, confirm. */
export function UploadPageButton({ page, onApplied }: { page: PageOfSpreadsheet; onApplied: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [preview, setPreview] = useState<UploadPreview | null>(null);
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Upload
      </Button>
      <ChoosePageFileDialog
        page={page}
        open={isOpen}
        onClose={() => setOpen(false)}
        onPreview={(found) => {
          setOpen(false);
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
