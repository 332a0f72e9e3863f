import { VisuallyHidden } from '@aws-amplify/ui-react';
import { Search } from 'lucide-react';
import { useDeferredValue } from 'react';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { listWordings } from '../../tables/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { NumberCell, NumberHead, Table } from '../../ui/display/table.tsx';
import { findMatches } from '../../ui/fields/search-text.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './term-reports.module.css';
import type { StudentRecord } from './use-class-records.ts';

/** What is searched and shown of a student. */
export type SearchedStudent = Pick<
  StudentRecord,
  'student_id' | 'name' | 'class_id' | 'registered' | 'average' | 'entered' | 'of'
>;

interface SearchClassDialogProps {
  open: boolean;
  classId: string;
  records: readonly SearchedStudent[];
  search: string;
  onSearch: (text: string) => void;
  onView: (studentId: string) => void;
  onClose: () => void;
}

/** The class's students with 'View Record' each (product §2). */
export function SearchClassDialog(props: SearchClassDialogProps) {
  const { open, classId, records, search, onSearch, onView, onClose } = props;
  const find = (text: string) =>
    findMatches(
      records,
      text,
      ({ name }) => name,
      ({ student_id, class_id }) => `${student_id} ${class_id}`,
    );
  const found = find(useDeferredValue(search));
  const openFirst = () => {
    const [first] = find(search);
    if (search.trim() !== '' && first) onView(first.student_id);
  };
  return (
    <Dialog openedBy="act" open={open} onClose={onClose} title={`Students of ${classId}`}>
      <Stack below={12}>
        <TextField
          label="Search"
          type="search"
          placeholder="Name or ID"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && openFirst()}
        />
      </Stack>
      {found.length === 0 ? (
        <EmptyState icon={Search} title={listWordings.noStudentFound} text={termReportWordings.noNameFound} />
      ) : (
        <Table label={`Students of ${classId}`} dense>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <NumberHead>Average</NumberHead>
              <th scope="col">
                <VisuallyHidden>Record</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ student_id, name, registered, average, entered, of }) => (
              <tr key={student_id}>
                <th scope="row">
                  <span>{name}</span>
                  <span className={styles.muted}>{registered ? `${entered} of ${of} entered` : 'Not registered'}</span>
                </th>
                <NumberCell>{average === null ? '--' : `${average} %`}</NumberCell>
                <td className={styles.act}>
                  <Button variant="quiet" aria-label={`View Record: ${name}`} onClick={() => onView(student_id)}>
                    View Record
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}
