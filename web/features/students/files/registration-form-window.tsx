import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { studentFilesContract } from '#shared/students/files/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { DocumentLinks } from '../../../documents/document-links.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './files.module.css';

/** The form of a student, the forms of a class, or an empty form to be filled in by hand. */
type RegistrationFormSelection = { student_id: string } | { class_id: string } | { empty: '1' };

interface RegistrationFormProps {
  of: RegistrationFormSelection;
  /** The files of a student are for the office only. */
  hasAttachments: boolean;
  onClose: () => void;
}

/** The registration form in a window 80 % wide, with Close. */
export default function RegistrationFormWindow({ of, hasAttachments, onClose }: RegistrationFormProps) {
  const [isWhole, setWhole] = useState(false);
  const whose = Object.values(of)[0] ?? '';
  const studentId = hasAttachments && 'student_id' in of ? of.student_id : null;
  return (
    <Dialog
      open
      openedBy="act"
      size="wide"
      flush
      title="Registration Form"
      onClose={onClose}
      footer={
        <>
          {studentId !== null && (
            <Button icon={Paperclip} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Without attachments' : 'With attachments'}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className={styles.form}>
        {isWhole && studentId !== null ? (
          <WithAttachments studentId={studentId} />
        ) : (
          <DocumentFrame
            row={studentFilesContract.printRegistrationForm}
            input={of}
            title="Registration Form"
            fileName={'empty' in of ? 'Registration Form' : `Registration Form ${whose}`}
            what="registration form"
          />
        )}
      </div>
    </Dialog>
  );
}

function WithAttachments({ studentId }: { studentId: string }) {
  const made = useQuery({
    ...queryOf(studentFilesContract.printRegistrationFormWithFiles, { student_id: studentId }),
    // Its links are valid for five minutes: each opening makes it again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (!made.data) return <Loading queries={[made]} what="the form with its attachments" lines={8} />;
  const { url, download_url: downloadUrl, left } = made.data;
  return (
    <div className={styles.whole}>
      {left.length > 0 && (
        <Alert tone="warning">
          Not in this document: {left.map(({ title, reason }) => `${title} (${reason})`).join(' ')}
        </Alert>
      )}
      <iframe src={url} title="Registration Form with attachments" />
      <Row as="p" wrap gap={4} across={12} className={styles.tools}>
        <DocumentLinks url={url} downloadUrl={downloadUrl} />
      </Row>
    </div>
  );
}
