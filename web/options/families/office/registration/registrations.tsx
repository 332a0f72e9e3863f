import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { useAddressState } from '../../../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../../../api/query.ts';
import type { AddedToWindows } from '../../../../features/school/places.ts';
import { Loading } from '../../../../ui/display/loading.tsx';
import { NumberCell } from '../../../../ui/display/table.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { AcceptRegistrations } from './accept-registrations.tsx';
import { DecideRegistrationDialog } from './decide-registration-dialog.tsx';
import styles from './registration.module.css';
import { RegistrationsOfClass } from './registrations-of-class.tsx';

const { listRegistrations } = familiesContract;
type Student = Output<typeof listRegistrations>['students'][number];

const counted = ['handed in', 'accepted', 'sent back', 'draft', 'none'] as const;
const columns = counted.map((state) => wordings.states[state]);

/**
 * What families have handed in: a level of the windows of registration opens into its classes, a class into its
 * students, each below its row (rule 58).
 */
export default function Registrations({ showWindows }: { showWindows: (added: AddedToWindows) => ReactNode }) {
  const list = useQuery(queryOf(listRegistrations, {}));
  const client = useQueryClient();
  const place = useAddressState();
  const students = list.data?.students;
  const openedClass = place.get('class');
  const openedLevel =
    students?.find(({ class_id }) => class_id === openedClass)?.form_level ?? Number(place.get('level'));
  const compared = students?.find(({ student_id }) => student_id === place.get('student'));
  const reload = () => void client.invalidateQueries({ queryKey: queryKeyOf(listRegistrations) });
  const isWaiting = ({ state, class_id }: Student) => state === 'handed in' && (openedClass ?? class_id) === class_id;
  const ofLevel = (level: number) => {
    const members = students?.filter((one) => one.form_level === level);
    const isOpened = openedLevel === level;
    return {
      name: (
        <Opener isOpened={isOpened} onPress={() => place.change({ level: isOpened ? null : level, class: null })}>
          {levelName(level)}
        </Opener>
      ),
      cells: <Counts students={members} />,
      below: isOpened && <ClassesOfLevel level={level} students={members ?? []} />,
    };
  };
  return (
    <>
      {students && (
        <AcceptRegistrations
          waiting={students.filter(isWaiting).length}
          classId={openedClass}
          isOpen={place.get('accept') === 'all'}
          onOpen={(isOpen) => place.change({ accept: isOpen ? 'all' : null })}
          onChanged={reload}
        />
      )}
      {showWindows({ columns, ofLevel })}
      {!students && <Loading queries={[list]} what="the registrations" lines={1} />}
      {compared && (
        <DecideRegistrationDialog
          key={compared.student_id}
          studentId={compared.student_id}
          name={compared.name}
          onDecided={reload}
          onClose={() => place.change({ student: null })}
        />
      )}
    </>
  );
}

/** Rows of the classes of an opened level, each with its students where it is opened too. */
function ClassesOfLevel({ level, students }: { level: number; students: readonly Student[] }) {
  const place = useAddressState();
  const openedClass = place.get('class');
  return [...Map.groupBy(students, ({ class_id }) => class_id)].map(([classId, members]) => (
    <Fragment key={classId}>
      <tr className={styles.class}>
        <th scope="row">
          <Opener
            isOpened={openedClass === classId}
            onPress={() => place.change({ level, class: openedClass === classId ? null : classId })}
          >
            {classId}
          </Opener>
        </th>
        <td />
        <td />
        <Counts students={members} />
        <td />
      </tr>
      {openedClass === classId && (
        <tr>
          <td colSpan={4 + counted.length} className={styles.students}>
            <RegistrationsOfClass classId={classId} students={members} onOpen={(id) => place.change({ student: id })} />
          </td>
        </tr>
      )}
    </Fragment>
  ));
}

/** The name of a row, which shows and hides what is below it. */
function Opener({ isOpened, onPress, children }: { isOpened: boolean; onPress: () => void; children: ReactNode }) {
  const Icon = isOpened ? ChevronDown : ChevronRight;
  return (
    <Row
      as="button"
      gap={6}
      line="nowrap"
      type="button"
      className={styles.opener}
      weight={500}
      aria-expanded={isOpened}
      onClick={onPress}
    >
      <Icon size={16} aria-hidden />
      {children}
    </Row>
  );
}

/** Empty cells until the registrations are there. */
const Counts = ({ students }: { students: readonly Student[] | undefined }) =>
  counted.map((state) => (
    <NumberCell key={state} data-label={wordings.states[state]}>
      {students?.filter((one) => one.state === state).length}
    </NumberCell>
  ));
