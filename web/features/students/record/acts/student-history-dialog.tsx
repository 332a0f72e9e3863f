import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { type StudentField, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { queryOf } from '../../../../api/query.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { momentText } from '../../../../ui/fields/dates/school-clock.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../../ui/layout/text.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toFullName, toNameInTable } from '../../table/use-students.ts';
import { useValueTexts, type ValueTexts } from '../../table/use-value-texts.ts';
import styles from '../record.module.css';

type Entry = Output<typeof studentRegisterContract.readStudentHistory>[number];
type Change = Entry['changes'][number];

interface StudentHistoryDialogProps {
  student: StudentRow;
  onClose: () => void;
}

/** The history of a student: who changed which fact and when. */
export default function StudentHistoryDialog({ student, onClose }: StudentHistoryDialogProps) {
  const history = useQuery({
    ...queryOf(studentRegisterContract.readStudentHistory, { student_id: student.id }),
    staleTime: 0,
  });
  const { words: texts, queries } = useValueTexts();
  const [label, setLabel] = useState('');
  const labels = [...new Set(history.data?.flatMap(({ changes }) => changes.map((change) => change.label)))].sort();
  const entries = history.data
    ?.map((entry) => ({ ...entry, changes: entry.changes.filter((one) => label === '' || one.label === label) }))
    .filter(({ changes }) => changes.length > 0);
  return (
    <Dialog
      openedBy="act"
      open
      title={`History of ${toFullName(student)}`}
      text={`${toNameInTable(student)} · ${student.id}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {!entries || !texts ? (
        <Loading queries={[history, ...queries]} what="the history" lines={6} />
      ) : labels.length === 0 ? (
        <p>{studentWordings.noHistory}</p>
      ) : (
        <>
          <Stack below={16} width={320}>
            <Select
              label="Fact"
              options={[{ value: '', label: 'All' }, ...labels.map((one) => ({ value: one, label: one }))]}
              value={label}
              onValueChange={setLabel}
            />
          </Stack>
          <Stack as="ol" gap={12} className={styles.history} aria-label="Changes">
            {entries.map((entry) => (
              <li key={`${entry.at} ${entry.by} ${entry.changes[0]?.label}`}>
                <Muted as="span" size={13}>
                  {momentText(entry.at)}, {entry.by}
                </Muted>
                {entry.changes.map((change) => (
                  <Text key={change.label} as="p" breaks>
                    {change.label}: {/* An event, such as a file that was made, has no earlier value. */}
                    {(change.field !== null || change.was !== null) && (
                      <>
                        <del>{textOf(change, change.was, texts)}</del> →{' '}
                      </>
                    )}
                    <ins>{textOf(change, change.now, texts)}</ins>
                  </Text>
                ))}
              </li>
            ))}
          </Stack>
        </>
      )}
    </Dialog>
  );
}

/** A stored value as people read it; a file by its name. */
function textOf({ field }: Change, value: string | null, texts: ValueTexts): string {
  if (value === null) return '(blank)';
  return isField(field) && studentFields[field].group !== 'files' ? texts.textOf(field, value) : value;
}

const isField = (field: string | null): field is StudentField => studentFieldNames.some((name) => name === field);
