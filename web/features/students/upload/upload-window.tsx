import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ClassListPreview,
  studentSpreadsheetsContract,
  type UploadStatus,
} from '#shared/students/spreadsheets/contract.ts';
import { followRun } from '../../../api/follow-run.ts';
import { queryOf } from '../../../api/query.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { studentsQueryKey } from '../table/use-students.ts';
import { ChooseClassListFile } from './choose-class-list-file.tsx';
import { ConfirmList } from './confirm-list.tsx';
import { addRefusedRows, LeftOutRows, readLeftOutList, removeLeftOutList, storeLeftOutList } from './left-out-rows.tsx';
import styles from './upload.module.css';
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
  const undo = async (act: string) => {
    const { left } = await followRun(studentSpreadsheetsContract.undoStudentUpload, { undo: act });
    if (left.length === 0) return;
    const [first] = left;
    const others = left.length > 1 ? ` and ${left.length - 1} more` : '';
    snackbar(`Left as they are: ${first?.name} (${first?.reason})${others}`, { duration: 10_000 });
  };
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title="Upload Students"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {kept && (
        <div className={styles.kept}>
          <LeftOutRows list={kept} />
          <Button variant="quiet" onClick={forget}>
            Dismiss
          </Button>
        </div>
      )}
      <ChooseClassListFile onPreview={(preview, name) => setChosen({ preview, name })} />
      <RecentActs
        query={queryOf(studentSpreadsheetsContract.listStudentUploads, {})}
        undo={undo}
        onDone={() => void reload()}
      />
    </Dialog>
  );
}
