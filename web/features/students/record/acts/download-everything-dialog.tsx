import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import { call } from '../../../../api/call.ts';
import { messageOf } from '../../../../api/errors.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { NoteList } from '../../../../uploads/file-preview.tsx';
import { toFullName, toNameInTable } from '../../table/use-students.ts';
import styles from '../record.module.css';
import { useAfterStudentChange } from '../use-after-student-change.ts';

interface DownloadEverythingDialogProps {
  student: StudentRow;
  onClose: () => void;
}

/** Makes one file of all data that the school keeps of a student, for download. */
export default function DownloadEverythingDialog({ student, onClose }: DownloadEverythingDialogProps) {
  const { reload } = useAfterStudentChange();
  const key = useRef(crypto.randomUUID());
  const making = useMutation({
    mutationFn: () =>
      call(
        studentRegisterContract.exportEverythingAboutStudent,
        { student_id: student.id },
        { idempotencyKey: key.current },
      ),
    onSuccess: () => void reload(),
  });
  const made = making.data;
  return (
    <Dialog
      openedBy="act"
      open
      title={`Everything about ${toFullName(student)}`}
      text={`${toNameInTable(student)} · ${student.id}. One file for a parent’s request: the student’s details, marks and remarks of all terms, report cards, files and the history of changes, as far as your own menus show them. The student’s history will say that you made it.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {!made && (
            <Button variant="primary" busy={making.isPending} onClick={() => making.mutate()}>
              {making.isError ? 'Retry' : studentScreenWordings.makeTheFile}
            </Button>
          )}
        </>
      }
    >
      {making.isError && <Alert tone="error">{`The file was not made. ${messageOf(making.error)}`}</Alert>}
      {making.isPending && <p role="status">Making the file…</p>}
      {made && (
        <Stack gap={12} above={16} className={styles.made}>
          <NoteList
            tone="warning"
            title="Not in it:"
            label="Not in the file"
            notes={made.missing.map((text) => ({ key: text, text }))}
          />
          <a href={made.link} download>
            {`Download ${made.contents.length} files, ${sizeOf(made.bytes)}`}
          </a>
          <Muted size={13}>The link is valid for five minutes. After that, make the file again.</Muted>
        </Stack>
      )}
    </Dialog>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
