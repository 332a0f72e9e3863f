import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { useAddressState, useAddressText } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Table } from '../../ui/display/table.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { findMatches } from '../../ui/fields/search-text.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Toolbar } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { DocumentsWindow } from './documents-window.tsx';
import { IssueTranscriptsDialog } from './issue-transcripts-dialog.tsx';
import styles from './transcripts.module.css';

const { listTranscriptStudents } = transcriptsContract;

/** In place of a class: those who left. */
const whoLeft = '*';

/** The students of a class, or those who left: each has a page, and a class its transcripts at once. */
export function TranscriptStudents() {
  const place = useAddressState();
  const [search, setSearch] = useAddressText('search');
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const chosen = place.get('class');
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const students = useQuery({
    ...queryOf(listTranscriptStudents, chosen === null || chosen === whoLeft ? {} : { class_id: chosen }),
    enabled: chosen !== null,
  });
  if (!classes.data) return <Loading queries={[classes]} what="the classes" lines={1} />;
  const shown = findMatches(students.data ?? [], search, ({ name, student_id }) => `${name} ${student_id}`);
  const isClass = chosen !== null && chosen !== whoLeft;
  return (
    <Stack gap={16}>
      <Toolbar across={16}>
        <div className={styles.field}>
          <Combobox
            label="Class"
            placeholder="Choose a class"
            options={[
              ...classes.data.map(({ id }) => ({ value: id, label: id })),
              { value: whoLeft, label: wordings.whoLeft },
            ]}
            value={chosen}
            onValueChange={(value) => place.change({ class: value, search: null }, { replace: true })}
          />
        </div>
        {students.data && students.data.length > 0 && (
          <TextField
            label={wordings.search}
            value={search}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        {isClass && students.data && students.data.length > 0 && (
          <Button variant="primary" onClick={() => place.change({ issue: 'class' })}>
            {wordings.issueTranscripts(students.data.length)}
          </Button>
        )}
      </Toolbar>
      {chosen === null ? (
        <EmptyState icon={GraduationCap} title={wordings.title} text={wordings.chooseClass} />
      ) : !students.data ? (
        <Loading queries={[students]} what="the students" />
      ) : students.data.length === 0 ? (
        <EmptyState icon={GraduationCap} title={wordings.nobody} />
      ) : shown.length === 0 ? (
        <p>{wordings.noneFound}</p>
      ) : (
        <Table label="Students" folds>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Student ID</th>
              <th scope="col">Class</th>
              {!isClass && <th scope="col">Left</th>}
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ student_id: id, name, class_id: classId, left_on: left }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td data-label="Student ID">{id}</td>
                <td data-label="Class">{classId}</td>
                {!isClass && <td data-label="Left">{left === null ? '' : displayDate(left)}</td>}
                <td>
                  <Button aria-label={`Open ${name} (${id})`} onClick={() => place.change({ student: id })}>
                    Open
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {place.get('issue') === 'class' && isClass && students.data && (
        <IssueTranscriptsDialog
          classId={chosen}
          students={students.data}
          onIssued={setNumbers}
          onClose={() => place.change({ issue: null })}
        />
      )}
      <DocumentsWindow numbers={numbers} onClose={() => setNumbers([])} />
    </Stack>
  );
}
