import { Trash2 } from 'lucide-react';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { type FileKind, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { FileDrop } from '../../../uploads/file-drop.tsx';
import { useUpload } from '../../../uploads/use-upload.ts';
import styles from './files.module.css';

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
    const undoIt = undoOf(studentFilesContract.undoAct, undo);
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
