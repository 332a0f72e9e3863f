import { useQuery, useQueryClient } from '@tanstack/react-query';
import { familiesContract } from '#shared/families/contract.ts';
import { familyRegistrationWordings as wordings } from '#shared/families/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { nameApart } from '#shared/people/shared-names.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { AcceptRegistrations } from './accept-registrations.tsx';
import { DecideRegistrationDialog } from './decide-registration-dialog.tsx';
import styles from './registration.module.css';

const { listRegistrations } = familiesContract;
type Student = Output<typeof listRegistrations>['students'][number];

const counted = ['handed in', 'accepted', 'sent back', 'draft', 'none'] as const;

/** Who has handed in a registration: counts by class with the level's sum, and the students of the class that is open (rule 58). */
export function HandedInRegistrations() {
  const place = useAddressState();
  const client = useQueryClient();
  const list = useQuery(queryOf(listRegistrations, {}));
  if (!list.data) return <Loading queries={[list]} what="the registrations" />;
  const { students } = list.data;
  const opened = place.get('class');
  const student = students.find(({ student_id }) => student_id === place.get('student'));
  const reload = () => void client.invalidateQueries({ queryKey: queryKeyOf(listRegistrations) });
  const isWaiting = ({ state, class_id }: Student) => state === 'handed in' && (opened ?? class_id) === class_id;
  return (
    <section className={styles.handed} aria-label="Registrations handed in">
      <h2>Handed In</h2>
      <AcceptRegistrations
        waiting={students.filter(isWaiting).length}
        classId={opened}
        isOpen={place.get('accept') === 'all'}
        onOpen={(isOpen) => place.change({ accept: isOpen ? 'all' : null })}
        onChanged={reload}
      />
      <ClassCounts students={students} opened={opened} onOpen={(id) => place.change({ class: id })} />
      {opened !== null && (
        <StudentsOfClass
          classId={opened}
          students={students.filter(({ class_id }) => class_id === opened)}
          onOpen={(id) => place.change({ student: id })}
        />
      )}
      {student && (
        <DecideRegistrationDialog
          key={student.student_id}
          studentId={student.student_id}
          name={student.name}
          onDecided={reload}
          onClose={() => place.change({ student: null })}
        />
      )}
    </section>
  );
}

interface ClassCountsProps {
  students: readonly Student[];
  opened: string | null;
  onOpen: (classId: string | null) => void;
}

function ClassCounts({ students, opened, onOpen }: ClassCountsProps) {
  const levels = [...Map.groupBy(students, ({ form_level }) => form_level)].sort(([a], [b]) => a - b);
  return (
    <Table label={schoolScreenWordings.registrationsByClass} stickyFirst>
      <thead>
        <tr>
          <th scope="col">Class</th>
          {counted.map((state) => (
            <NumberHead key={state}>{wordings.states[state]}</NumberHead>
          ))}
          <th scope="col">Students</th>
        </tr>
      </thead>
      {levels.map(([level, some]) => (
        <tbody key={level}>
          {[...Map.groupBy(some, ({ class_id }) => class_id)].map(([classId, members]) => (
            <tr key={classId}>
              <th scope="row">{classId}</th>
              <Counts students={members} />
              <td>
                <Button
                  aria-label={`${opened === classId ? 'Close' : 'Open'} ${classId}`}
                  onClick={() => onOpen(opened === classId ? null : classId)}
                >
                  {opened === classId ? 'Close' : 'Open'}
                </Button>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{levelName(level)}</th>
            <Counts students={some} />
            <td />
          </tr>
        </tbody>
      ))}
    </Table>
  );
}

const Counts = ({ students }: { students: readonly Student[] }) =>
  counted.map((state) => <NumberCell key={state}>{students.filter((one) => one.state === state).length}</NumberCell>);

interface StudentsOfClassProps {
  classId: string;
  students: readonly Student[];
  onOpen: (studentId: string) => void;
}

function StudentsOfClass({ classId, students, onOpen }: StudentsOfClassProps) {
  const nameOf = nameApart(students, { name: ({ name }) => name, id: ({ student_id }) => student_id });
  return (
    <Table label={`Registrations of ${classId}`} stickyFirst>
      <thead>
        <tr>
          <th scope="col">Student</th>
          <th scope="col">Registration</th>
          <th scope="col">Handed in</th>
          <th scope="col">Compare</th>
        </tr>
      </thead>
      <tbody>
        {students.map((student) => (
          <tr key={student.student_id}>
            <th scope="row">{nameOf(student)}</th>
            <td>{wordings.states[student.state]}</td>
            <td>{student.handed_in_at === null ? '' : momentText(student.handed_in_at)}</td>
            <td>
              {student.handed_in_at !== null && (
                <Button aria-label={`Compare ${nameOf(student)}`} onClick={() => onOpen(student.student_id)}>
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
