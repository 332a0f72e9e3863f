import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { mailScreenWordings as wordings } from '#shared/options/families/wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { buildScreenAddress, sitePaths } from '../../../session/site-paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';

type Student = Output<typeof familiesContract.listFamilyMails>[number];
type Mail = Student['mails'][number];

interface MailsOfClassDialogProps {
  classId: string;
  onChanged: () => void;
  onClose: () => void;
}

/**
 * The students of a class with their parents' addresses, those that failed among them, and the e-mails that went there.
 */
export function MailsOfClassDialog({ classId, onChanged, onClose }: MailsOfClassDialogProps) {
  const students = useQuery(queryOf(familiesContract.listFamilyMails, { class_id: classId }));
  const { act, isBusy, problem } = useAct();
  const nameOf = studentNameApart(students.data ?? []);
  const sendAgain = (student: Student, { event, address }: Mail) =>
    act(async () => {
      await call(familiesContract.repeatFamilyMail, { student_id: student.student_id, event, address });
      snackbar(wordings.again(nameOf(student)));
      await students.refetch();
      onChanged();
    });
  const hasPerhaps = students.data?.some(({ mails }) => mails.some(({ state }) => state === 'perhaps not sent'));
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={`Letters of ${classId}`}
      {...(hasPerhaps ? { text: wordings.perhapsMean } : {})}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {students.data ? (
        <Table label={`Letters of ${classId}`} stickyFirst folds>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Parents’ addresses</th>
              <th scope="col">Letters</th>
            </tr>
          </thead>
          <tbody>
            {students.data.map((student) => (
              <tr key={student.student_id}>
                <th scope="row">
                  <Link to={buildScreenAddress(sitePaths.students, { student: student.student_id })}>
                    {student.name}
                  </Link>{' '}
                  ({student.student_id})
                </th>
                <td data-label="">
                  {student.addresses.length === 0 && wordings.noAddress}
                  {student.addresses.map(({ address, failure }) => (
                    <div key={address}>
                      {address}
                      {failure !== null && (
                        <>
                          {' '}
                          <strong>{wordings.states[failure]}</strong>
                        </>
                      )}
                    </div>
                  ))}
                </td>
                <td data-label="">
                  {student.mails.map((mail) => (
                    <div key={`${mail.event} ${mail.address}`}>
                      {wordings.short[mail.occasion]}: {wordings.states[mail.state]}, {momentText(mail.at)}
                      {student.addresses.length > 1 && ` (${mail.address})`}
                      {mail.state === 'perhaps not sent' && (
                        <>
                          {' '}
                          <Button
                            aria-label={`Send Again: letter about ${nameOf(student)} to ${mail.address}`}
                            unavailable={isBusy}
                            onClick={() => void sendAgain(student, mail)}
                          >
                            Send Again
                          </Button>
                        </>
                      )}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <Loading queries={[students]} what="the letters" />
      )}
    </Dialog>
  );
}
