import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { DocumentWindow } from '../../../documents/document-window.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import type { WindowActProps } from '../window-act.ts';

const everybody = '';

/** Cards of a class, or of one of its students: a lost card is printed alone. */
export default function StudentCards({ open, onClose }: WindowActProps) {
  const students = useQuery({ ...queryOf(attendanceContract.attendanceStudents, {}), enabled: open });
  const [classId, setClass] = useState<string | null>(null);
  const [studentId, setStudent] = useState(everybody);
  const classes = [...new Set(students.data?.map(({ class_id }) => class_id))];
  const ofClass = students.data?.filter(({ class_id }) => class_id === classId) ?? [];
  const input = studentId === everybody ? { class_id: classId ?? '' } : { student_ids: studentId };
  const choices = students.data ? (
    <>
      <Combobox
        label="Class"
        options={classes.map((id) => ({ value: id, label: id }))}
        value={classId}
        onValueChange={(chosen) => {
          setClass(chosen);
          setStudent(everybody);
        }}
      />
      <Combobox
        label="Student"
        options={[
          { value: everybody, label: 'The whole class' },
          ...ofClass.map(({ id, first_name, last_name }) => ({
            value: id,
            label: `${last_name}, ${first_name} (${id})`,
          })),
        ]}
        value={studentId}
        disabled={classId === null}
        onValueChange={(chosen) => setStudent(chosen ?? everybody)}
      />
    </>
  ) : (
    <Loading queries={[students]} what="students" lines={1} />
  );
  return (
    <DocumentWindow
      open={open}
      onClose={onClose}
      title="Student Cards"
      size="full"
      choices={choices}
      nothing="Choose a class."
    >
      {classId && (
        <DocumentFrame
          key={JSON.stringify(input)}
          row={attendanceContract.studentCards}
          input={input}
          title="Student cards"
          fileName={`student-cards-${studentId || classId}`}
          what="cards"
        />
      )}
    </DocumentWindow>
  );
}
