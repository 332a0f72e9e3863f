import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Table } from '../../../../ui/display/table.tsx';
import { momentText } from '../../../../ui/fields/dates/school-clock.ts';

type Student = Output<typeof familiesContract.listRegistrations>['students'][number];

interface RegistrationsOfClassProps {
  classId: string;
  students: readonly Student[];
  onOpen: (studentId: string) => void;
}

/** The students of a class with their registrations; what was handed in can be compared with the register. */
export function RegistrationsOfClass({ classId, students, onOpen }: RegistrationsOfClassProps) {
  return (
    <Table label={`Registrations of ${classId}`} dense folds>
      <thead>
        <tr>
          <th scope="col">Student</th>
          <th scope="col">Student ID</th>
          <th scope="col">Registration</th>
          <th scope="col">Handed in</th>
          <th scope="col">Compare</th>
        </tr>
      </thead>
      <tbody>
        {students.map(({ student_id, name, state, handed_in_at }) => (
          <tr key={student_id}>
            <th scope="row">{name}</th>
            <td data-label="ID">{student_id}</td>
            <td data-label="Registration">{wordings.states[state]}</td>
            <td data-label="Handed in">{handed_in_at === null ? '' : momentText(handed_in_at)}</td>
            <td>
              {handed_in_at !== null && (
                <Button aria-label={`Compare ${name}`} onClick={() => onOpen(student_id)}>
                  Compare
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
