import { Check, Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { completenessWordings } from '#shared/term-reports/wordings.ts';
import { useSchool } from '../../../api/school.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useCopy } from '../../../ui/controls/use-copy.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './remind.module.css';
import { type Reminder, reminderText } from './reminders.ts';

interface RemindDialogProps {
  reminders: readonly Reminder[];
  /** "Term 1 2025-2026, due by 12-Dec-2025". */
  about: string;
  onClose: () => void;
}

/** What each teacher must still enter: lists to copy one by one, or to copy or print all together. */
export default function RemindDialog({ reminders, about, onClose }: RemindDialogProps) {
  const { copied, isRefused, copy } = useCopy();
  // Of one teacher alone both buttons copy the same text.
  const [pressed, setPressed] = useState('');
  const button = (name: string, label: string, wanted: readonly Reminder[]) => {
    const text = [about, ...wanted.map(reminderText)].join('\n\n');
    const isCopied = pressed === name && copied === text;
    return (
      <Button
        icon={isCopied ? Check : Copy}
        aria-label={label === 'Copy' ? `Copy for ${name}` : undefined}
        onClick={() => {
          setPressed(name);
          void copy(text);
        }}
      >
        {isCopied ? 'Copied' : label}
      </Button>
    );
  };
  return (
    <>
      <Dialog
        openedBy="act"
        open
        title="Remind"
        text={about}
        onClose={onClose}
        footer={
          <>
            {button('', 'Copy all', reminders)}
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {isRefused && <Alert tone="error">{completenessWordings.copyRefused}</Alert>}
        {reminders.length === 0 ? (
          <Alert tone="success">{completenessWordings.nothingMissing}</Alert>
        ) : (
          <ul className={styles.reminders}>
            {reminders.map((reminder) => (
              <li key={reminder.teacher}>
                <div className={styles.head}>
                  <h3>{reminder.teacher}</h3>
                  {button(reminder.teacher, 'Copy', [reminder])}
                </div>
                <Lines lines={reminder.lines} />
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {createPortal(<Paper reminders={reminders} about={about} />, document.body)}
    </>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className={styles.lines}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** What is printed while the window is open: a part for each teacher, not broken across pages. */
function Paper({ reminders, about }: Pick<RemindDialogProps, 'reminders' | 'about'>) {
  const school = useSchool();
  return (
    <section className={styles.paper} aria-hidden>
      {reminders.map(({ teacher, lines }) => (
        <article key={teacher}>
          <p>
            {school.name}. Still to be entered: {about}
          </p>
          <h2>{teacher}</h2>
          <Lines lines={lines} />
        </article>
      ))}
    </section>
  );
}
