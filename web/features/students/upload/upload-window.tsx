import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassListPreview, UploadStatus } from '#shared/students/spreadsheets/contract.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import type { UndoableActRow } from '#shared/undo/calls.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { studentsQueryKey } from '../table/use-students.ts';
import { ChooseClassListFile } from './choose-class-list-file.tsx';
import { ConfirmList } from './confirm-list.tsx';
import { addRefusedRows, LeftOutRows, readLeftOutList, removeLeftOutList, storeLeftOutList } from './left-out-rows.tsx';
import { EarlierUploadDialog } from './upload-outcome.tsx';
import { useListUpload } from './use-list-upload.ts';

/** 'Upload Students' (product §2, §4): choose a file, confirm its rows, see progress and outcome of each row. */
export default function UploadWindow({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<{ preview: ClassListPreview; name: string } | null>(null);
  const [end, setEnd] = useState<UploadStatus | null>(null);
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: studentsQueryKey });
  const userId = useSession()?.id ?? '';
  /** Rows that an upload before this page load left out. */
  const [kept, setKept] = useState(() => readLeftOutList(userId));
  const forget = () => {
    removeLeftOutList(userId);
    setKept(null);
  };
  const closeEnd = () => {
    if (end) forget();
    onClose();
  };
  const upload = useListUpload({
    onEnd: (answer) => {
      setEnd(answer);
      if (!chosen) {
        const list = addRefusedRows(kept, answer.rows);
        storeLeftOutList(userId, list);
        setKept(list);
      }
      void reload();
    },
  });
  if (chosen) {
    return <ConfirmList key={chosen.name} {...chosen} upload={upload} end={end} onClose={closeEnd} />;
  }
  // After a reload the page follows a running upload, but does not have its rows.
  if (upload.going || end) return <EarlierUploadDialog upload={upload} end={end} list={kept} onClose={closeEnd} />;
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title="Upload Students"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {kept && (
        <Stack align="start" gap={4} below={12}>
          <LeftOutRows list={kept} />
          <Button variant="quiet" onClick={forget}>
            Dismiss
          </Button>
        </Stack>
      )}
      <ChooseClassListFile onPreview={(preview, name) => setChosen({ preview, name })} />
      <RecentActs list={{ of: 'student-spreadsheets' }} ask={askToUndo} onDone={() => void reload()} />
    </Dialog>
  );
}

const askToUndo = ({ what }: UndoableActRow) =>
  confirm({
    title: 'Undo this upload?',
    text: `${what.replace(/\.$/, '')}. ${studentScreenWordings.undoOfUploadMeans}`,
    confirmLabel: 'Undo Upload',
    danger: true,
  });
