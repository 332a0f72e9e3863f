import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { attendanceScreenWordings } from '#shared/attendance/wordings.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { classWordings } from '#shared/school/wordings.ts';
import { DocumentFrame, DocumentWindow } from '../../documents/document-frame.tsx';
import {
  type AttendanceStudent,
  allAttendanceStudentsQuery,
  listClassesOfStudents,
} from '../../features/attendance/use-attendance-students.ts';
import { Loading } from '../../ui/display/loading.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import type { OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';

/** With the id, because two students of a class may have the same name. */
const labelOf = (student: AttendanceStudent): string => `${lastFirst(student)} (${student.id})`;

/** Cards of a class, or of some of its students, to replace lost ones. */
export default function StudentCardsWindow({ open, onClose }: OverlayProps) {
  const students = useQuery({ ...allAttendanceStudentsQuery, enabled: open });
  const [classId, setClass] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ofClass = students.data?.filter(({ class_id }) => class_id === classId) ?? [];
  const ids = ofClass.filter((student) => chosen.includes(labelOf(student))).map(({ id }) => id);
  const input = ids.length === 0 ? { class_id: classId ?? '' } : { student_ids: ids.join(',') };
  const choices = students.data ? (
    <>
      <Combobox
        label="Class"
        options={listClassesOfStudents(students.data).map((id) => ({ value: id, label: id }))}
        value={classId}
        onValueChange={(id) => {
          setClass(id);
          setChosen([]);
        }}
      />
      <MultiSelect
        label="Students"
        options={ofClass.map(labelOf)}
        value={chosen}
        placeholder={attendanceScreenWordings.theWholeClass}
        disabled={classId === null}
        onValueChange={setChosen}
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
      nothing={classWordings.choose}
    >
      {classId && (
        <DocumentFrame
          key={JSON.stringify(input)}
          row={scanStationsContract.printAttendanceCards}
          input={input}
          title="Student cards"
          fileName={`student-cards-${ids.length === 1 ? ids[0] : classId}`}
          what="cards"
        />
      )}
    </DocumentWindow>
  );
}
