import { useQuery, useQueryClient } from '@tanstack/react-query';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { type FileKind, fileKinds, fileKindTitle } from '#shared/students/files/file-kinds.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import styles from './files.module.css';
import { ReplaceFile } from './replace-file.tsx';
import { StudentFileViewer } from './student-file-viewer.tsx';

interface StudentFilesWindowProps {
  studentId: string;
  kind: FileKind;
  onKind: (kind: FileKind) => void;
  onClose: () => void;
}

/** The six files of a student, each to be shown, replaced and restored (product §2 "file menu"). */
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
            <RecentActs
              key={studentId}
              query={queryOf(studentFilesContract.listActs, ofStudent)}
              row={studentFilesContract.undoAct}
              onDone={readAgain}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** On a phone the six buttons are one line that scrolls. */
const scrollIntoView = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
