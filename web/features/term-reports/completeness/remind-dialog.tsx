import { BellRing, Check, Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { remindersAtOnce } from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings } from '#shared/term-reports/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { useSchool } from '../../../api/school.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useCopy } from '../../../ui/controls/use-copy.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Paper } from '../../../ui/overlays/paper.tsx';
import styles from './remind.module.css';
import { type Reminder, reminderText } from './reminders.ts';

interface RemindDialogProps {
  reminders: readonly Reminder[];
  /** "Term 1 2025-2026, due by 12-Dec-2025". */
  about: string;
  period: { year: number; term: 1 | 2 | 3 };
  onClose: () => void;
}

/** What each teacher must still enter: to send to the teachers' menus, to copy, or to print. */
export default function RemindDialog({ reminders, about, period, onClose }: RemindDialogProps) {
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
  const { reminded, busyFor, failed, remind } = useReminding(period);
  const everybody = reminders.flatMap(({ employeeIds }) => employeeIds);
  const areAllReminded = everybody.length > 0 && everybody.every((id) => reminded.has(id));
  const isReminded = ({ employeeIds }: Reminder) =>
    employeeIds.length > 0 && employeeIds.every((id) => reminded.has(id));
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
            <Button onClick={onClose}>Close</Button>
            {everybody.length > 0 && (
              <Button
                variant="primary"
                icon={areAllReminded ? Check : BellRing}
                busy={busyFor === ''}
                disabled={areAllReminded}
                onClick={() => void remind('', everybody)}
              >
                {areAllReminded ? completenessWordings.reminded : completenessWordings.remindAll}
              </Button>
            )}
          </>
        }
      >
        {failed !== null && <Alert tone="error">{failed}</Alert>}
        {everybody.length > 0 && (
          <Muted size={13} above={8}>
            {completenessWordings.whereReminded}
          </Muted>
        )}
        {isRefused && <Alert tone="error">{completenessWordings.copyRefused}</Alert>}
        {reminders.length === 0 ? (
          <Alert tone="success">{completenessWordings.nothingMissing}</Alert>
        ) : (
          <Stack as="ul" gap={16} above={12}>
            {reminders.map((reminder) => (
              <li key={reminder.teacher}>
                <Row justify="between" gap={8}>
                  <Text as="h3" size={14}>
                    {reminder.teacher}
                  </Text>
                  <Row as="span" align="stretch" gap={8} className={styles.acts}>
                    {button(reminder.teacher, 'Copy', [reminder])}
                    {reminder.employeeIds.length > 0 && (
                      <Button
                        icon={isReminded(reminder) ? Check : BellRing}
                        busy={busyFor === reminder.teacher}
                        disabled={isReminded(reminder)}
                        aria-label={`Remind ${reminder.teacher}`}
                        onClick={() => void remind(reminder.teacher, reminder.employeeIds)}
                      >
                        {isReminded(reminder) ? completenessWordings.reminded : 'Remind'}
                      </Button>
                    )}
                  </Row>
                </Row>
                <Lines lines={reminder.lines} />
              </li>
            ))}
          </Stack>
        )}
      </Dialog>
      <Paper>
        <PrintedReminders reminders={reminders} about={about} />
      </Paper>
    </>
  );
}

/** Sends reminders, and knows whom this window has reminded. */
function useReminding(period: RemindDialogProps['period']) {
  const [reminded, setReminded] = useState<ReadonlySet<string>>(new Set());
  const { act, busy: busyFor, problem: failed, setProblem } = useAct();
  const remind = (name: string, wanted: readonly string[]) => {
    const left = [...new Set(wanted)].filter((id) => !reminded.has(id));
    return act(async () => {
      for (let at = 0; at < left.length; at += remindersAtOnce) {
        const employee_ids = left.slice(at, at + remindersAtOnce);
        const answer = await call(termReportsContract.remindTeachers, { ...period, employee_ids });
        setReminded((before) => new Set([...before, ...answer.employee_ids]));
        if (answer.employee_ids.length < employee_ids.length) setProblem(completenessWordings.completedMeanwhile);
      }
    }, name);
  };
  return { reminded, busyFor, failed, remind };
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <Stack as="ul" gap={2} tone="muted" className={styles.lines} size={13.5}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Stack>
);

function PrintedReminders({ reminders, about }: Pick<RemindDialogProps, 'reminders' | 'about'>) {
  const school = useSchool();
  return reminders.map(({ teacher, lines }) => (
    <article key={teacher} className={styles.printed}>
      <p>
        {school.name}. Still to be entered: {about}
      </p>
      <h2>{teacher}</h2>
      <Lines lines={lines} />
    </article>
  ));
}
