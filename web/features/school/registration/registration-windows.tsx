import { Badge } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Pencil } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { AcceptRegistrations } from './accept-registrations.tsx';
import { DecideRegistrationDialog } from './decide-registration-dialog.tsx';
import styles from './registration.module.css';
import { RegistrationWindowDialog } from './registration-window-dialog.tsx';
import { RegistrationsOfClass } from './registrations-of-class.tsx';

const { listRegistrations } = familiesContract;
type Student = Output<typeof listRegistrations>['students'][number];

const counted = ['handed in', 'accepted', 'sent back', 'draft', 'none'] as const;

/**
 * Student Registration screen, product §2: one table of the form levels with window and deadline, and with the option `families` what they have handed in:
 * a level opens into its classes, a class into its students, each below its row (rule 58).
 */
export default function RegistrationWindows() {
  const windows = useQuery(queryOf(termsContract.listRegistrationWindows, {}));
  const isProposed = useSchool().options.includes('families');
  const list = useQuery({ ...queryOf(listRegistrations, {}), enabled: isProposed });
  const states = isProposed ? counted : [];
  const client = useQueryClient();
  const place = useAddressState();
  const edited = windows.data?.find(({ form_level }) => String(form_level) === place.get('edit'));
  const students = list.data?.students;
  const openedClass = place.get('class');
  const openedLevel =
    students?.find(({ class_id }) => class_id === openedClass)?.form_level ?? Number(place.get('level'));
  const compared = students?.find(({ student_id }) => student_id === place.get('student'));
  const reload = () => void client.invalidateQueries({ queryKey: queryKeyOf(listRegistrations) });
  const isWaiting = ({ state, class_id }: Student) => state === 'handed in' && (openedClass ?? class_id) === class_id;
  return (
    <>
      <ScreenHead title="Student Registration" />
      {windows.data ? (
        <div className={styles.screen}>
          {students && (
            <AcceptRegistrations
              waiting={students.filter(isWaiting).length}
              classId={openedClass}
              isOpen={place.get('accept') === 'all'}
              onOpen={(isOpen) => place.change({ accept: isOpen ? 'all' : null })}
              onChanged={reload}
            />
          )}
          <Table label={schoolScreenWordings.registrationsByClass} stickyFirst>
            <thead>
              <tr>
                <th scope="col">Form Level</th>
                <th scope="col">Status</th>
                <th scope="col">Deadline</th>
                {states.map((state) => (
                  <NumberHead key={state}>{wordings.states[state]}</NumberHead>
                ))}
                <th scope="col">Edit</th>
              </tr>
            </thead>
            {windows.data.map(({ form_level, open, deadline }) => {
              const ofLevel = students?.filter((one) => one.form_level === form_level);
              const isOpened = openedLevel === form_level;
              return (
                <tbody key={form_level}>
                  <tr>
                    <th scope="row">
                      {isProposed ? (
                        <Opener
                          isOpened={isOpened}
                          onPress={() => place.change({ level: isOpened ? null : form_level, class: null })}
                        >
                          {levelName(form_level)}
                        </Opener>
                      ) : (
                        levelName(form_level)
                      )}
                    </th>
                    <td>{open === 1 ? <Badge variation="success">Open</Badge> : <Badge>Closed</Badge>}</td>
                    <td className={styles.deadline}>{deadline !== null && displayDate(deadline)}</td>
                    {isProposed && <Counts students={ofLevel} />}
                    <td>
                      <IconButton
                        label={`Edit ${levelName(form_level)}`}
                        icon={Pencil}
                        onClick={() => place.change({ edit: form_level })}
                      />
                    </td>
                  </tr>
                  {isOpened &&
                    [...Map.groupBy(ofLevel ?? [], ({ class_id }) => class_id)].map(([classId, members]) => (
                      <Fragment key={classId}>
                        <tr className={styles.class}>
                          <th scope="row">
                            <Opener
                              isOpened={openedClass === classId}
                              onPress={() =>
                                place.change({ level: form_level, class: openedClass === classId ? null : classId })
                              }
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
                              <RegistrationsOfClass
                                classId={classId}
                                students={members}
                                onOpen={(id) => place.change({ student: id })}
                              />
                            </td>
                          </tr>
                        )}
                      </Fragment>
                    ))}
                </tbody>
              );
            })}
          </Table>
          {isProposed && !students && <Loading queries={[list]} what="the registrations" lines={1} />}
        </div>
      ) : (
        <Loading queries={[windows]} what="the form levels" />
      )}
      {edited && (
        <RegistrationWindowDialog
          key={edited.form_level}
          window={edited}
          onClose={() => place.change({ edit: null })}
        />
      )}
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

/** The name of a row, which shows and hides what is below it. */
function Opener({ isOpened, onPress, children }: { isOpened: boolean; onPress: () => void; children: ReactNode }) {
  const Icon = isOpened ? ChevronDown : ChevronRight;
  return (
    <button type="button" className={styles.opener} aria-expanded={isOpened} onClick={onPress}>
      <Icon size={16} aria-hidden />
      {children}
    </button>
  );
}

/** Empty cells until the registrations are there. */
const Counts = ({ students }: { students: readonly Student[] | undefined }) =>
  counted.map((state) => <NumberCell key={state}>{students?.filter((one) => one.state === state).length}</NumberCell>);
