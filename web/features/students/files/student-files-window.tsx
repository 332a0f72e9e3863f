import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { type FileKind, fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { FileDrop } from '../../../uploads/file-drop.tsx';
import { useUpload } from '../../../uploads/use-upload.ts';
import styles from './files.module.css';
import { StudentFileViewer } from './student-file-viewer.tsx';

interface ReplaceFileProps {
  studentId: string;
  kind: FileKind;
  /** The present file. */
  file: string | null;
  onDone: () => void;
}

/** Pixels of the longer side: a photo as large as cards and forms print it, a page large enough to be read. */
const longest = { photo: 900, page: 3500 };

/** Uploads a file that replaces the present one, or removes that. */
export function ReplaceFile({ studentId, kind, file, onDone }: ReplaceFileProps) {
  const { act, isBusy: isRemoving } = useAct({
    onFailed: (error) => {
      noticeFailure(error);
      onDone();
    },
  });
  const title = fileKindTitle(kind);
  const isImage = kind === 'picture';
  const changed = (did: string, undo: string | null) => {
    onDone();
    const undoIt = undoOf(undo);
    offerUndo({ message: undo === null ? `This is the ${title} that is there already.` : did, undo: undoIt, onDone });
  };
  const upload = useUpload({
    preparing: { isImage, longest: isImage ? longest.photo : longest.page },
    requestForm: async ({ blob, type }, idempotencyKey) => {
      const input = { student_id: studentId, kind, type, bytes: blob.size, was: file };
      const { ticket, ...form } = await call(studentFilesContract.requestFileUpload, input, { idempotencyKey });
      return { form, ticket };
    },
    confirm: (ticket, idempotencyKey) => call(studentFilesContract.confirmFileUpload, { ticket }, { idempotencyKey }),
    onDone: ({ undo }) => changed(`${title} saved.`, undo),
  });
  const remove = (was: string) =>
    act(async () => {
      const { undo } = await call(studentFilesContract.removeStudentFile, { student_id: studentId, kind, was });
      changed(`${title} removed.`, undo);
    });
  return (
    <div className={styles.sending}>
      <FileDrop
        upload={upload}
        label={file === null ? `Choose ${title}` : `Replace ${title}`}
        hint={isImage ? 'Or drop a picture here. JPEG or PNG.' : 'Or drop a file here. PDF up to 10 MB, JPEG or PNG.'}
        accept={isImage ? 'image/*' : 'application/pdf,image/*'}
      />
      {file !== null && !upload.isBusy && (
        <Button icon={Trash2} variant="quiet" busy={isRemoving} onClick={() => void remove(file)}>
          Remove
        </Button>
      )}
    </div>
  );
}

interface StudentFilesWindowProps {
  studentId: string;
  kind: FileKind;
  onKind: (kind: FileKind) => void;
  onClose: () => void;
}

/** The six files of a student, each to be shown, replaced and restored. */
export default function StudentFilesWindow({ studentId, kind, onKind, onClose }: StudentFilesWindowProps) {
  const queries = useQueryClient();
  const ofStudent = { student_id: studentId };
  const files = useQuery(queryOf(studentFilesContract.listStudentFiles, ofStudent));
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: queryKeyOf(studentFilesContract.listStudentFiles, ofStudent) });
    void queries.invalidateQueries({ queryKey: queryKeyOf(studentFilesContract.openStudentFile) });
  };
  const shown = files.data?.files.find((one) => one.kind === kind);
  return (
    <Dialog
      open
      openedBy="act"
      size="wide"
      title={files.data ? `Files of ${files.data.name} (${ofStudent.student_id})` : 'Files'}
      onClose={onClose}
    >
      {!files.data || !shown ? (
        <Loading queries={[files]} what="the files" lines={6} />
      ) : (
        <div className={styles.files}>
          <Stack as="nav" top phone gap={2} className={styles.kinds} aria-label="Files">
            {fileKinds.map((one) => (
              <Row
                as="button"
                justify="between"
                gap={8}
                key={one}
                type="button"
                ref={one === kind ? scrollIntoView : undefined}
                aria-current={one === kind || undefined}
                onClick={() => onKind(one)}
              >
                {fileKindTitle(one)}
                <Text as="small" size={12.5}>
                  {files.data.files.some((each) => each.kind === one && each.type !== null) ? '' : 'None'}
                </Text>
              </Row>
            ))}
          </Stack>
          <div className={styles.one}>
            <StudentFileViewer key={shown.file} studentId={studentId} kind={kind} isThere={shown.type !== null} />
            <ReplaceFile key={kind} studentId={studentId} kind={kind} file={shown.file} onDone={readAgain} />
            <RecentActs key={studentId} list={{ of: 'student-files', ...ofStudent }} onDone={readAgain} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** On a phone the six buttons are one line that scrolls. */
const scrollIntoView = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
