import { studentFilesContract } from '#shared/student-files/contract.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './files.module.css';

/** Whose form: of a student, of a class, or nobody's, to be filled in by hand. */
export type FormOf = { student_id: string } | { class_id: string } | { empty: '1' };

interface RegistrationFormProps {
  of: FormOf;
  onClose: () => void;
}

/** The registration form in a window 80 % wide, with Close (product §2 "Row actions"). */
export default function RegistrationFormWindow({ of, onClose }: RegistrationFormProps) {
  const whose = Object.values(of)[0] ?? '';
  return (
    <Dialog
      open
      openedBy="act"
      size="wide"
      flush
      title="Registration Form"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.form}>
        <DocumentFrame
          row={studentFilesContract.registrationForm}
          input={of}
          title="Registration Form"
          fileName={'empty' in of ? 'Registration Form' : `Registration Form ${whose}`}
          what="registration form"
        />
      </div>
    </Dialog>
  );
}
