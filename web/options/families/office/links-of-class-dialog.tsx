import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { linkOfficeWordings as wordings } from '#shared/options/families/wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { reportWordings } from '#shared/reports/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call, fetchDocument } from '../../../api/call.ts';
import { downloadBlob } from '../../../api/download-blob.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { copyRefusedText, useCopy } from '../../../ui/controls/use-copy.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import { EndLinksDialog } from './end-links-dialog.tsx';
import styles from './families.module.css';

type Student = Output<typeof familiesContract.listFamilyAccounts>[number];

interface LinksOfClassDialogProps {
  classId: string;
  term: { year: number; term: 1 | 2 | 3; title: string };
  onChanged: () => void;
  onClose: () => void;
}

/** The links of a class for parents: slips, a link to copy, and the end of them. */
export function LinksOfClassDialog({ classId, term, onChanged, onClose }: LinksOfClassDialogProps) {
  const { year, term: number } = term;
  const ofTerm = { year, term: number };
  const students = useQuery(
    queryOf(familiesContract.listFamilyAccounts, { class_id: classId, year: String(year), term: String(number) }),
  );
  const { act: carryOut, busy, problem } = useAct();
  const [shown, setShown] = useState<{ name: string; address: string } | null>(null);
  const [ending, setEnding] = useState<{ what: string; student_id?: string } | null>(null);

  const act = (name: string, does: () => Promise<void>) =>
    carryOut(async () => {
      await does();
      await students.refetch();
      onChanged();
    }, name);
  const print = (student?: Student) =>
    act(`print ${student?.student_id ?? ''}`, async () => {
      const one = student ? { student_id: student.student_id } : {};
      const slips = { class_id: classId, ...one, ...ofTerm };
      const file = await fetchDocument(familiesContract.printLinkSlips, slips);
      downloadBlob(file, `Links to term reports ${student?.student_id ?? classId}.pdf`);
    });
  const show = (student: Student) =>
    act(`show ${student.student_id}`, async () => {
      const { address } = await call(familiesContract.makeReportLink, { student_id: student.student_id, ...ofTerm });
      setShown({ name: nameOf(student), address });
    });
  const nameOf = studentNameApart(students.data ?? []);
  const open = students.data?.filter(({ link }) => link === 'open') ?? [];
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={`Links of ${classId}, ${term.title}`}
      text={wordings.mean}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button unavailable={open.length === 0 || busy !== null} onClick={() => setEnding({ what: classId })}>
            End Links
          </Button>
          <Button variant="primary" busy={busy === 'print '} unavailable={busy !== null} onClick={() => void print()}>
            Print Slips
          </Button>
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {shown && <ShownLink key={shown.address} {...shown} />}
      {students.data ? (
        <Table label={`Links of ${classId}`} stickyFirst folds>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Link</th>
              <NumberHead>Wrong dates</NumberHead>
              <th scope="col">{reportWordings.openedByLink}</th>
              <th scope="col">Slip, link, end</th>
            </tr>
          </thead>
          <tbody>
            {students.data.map((student) => (
              <tr key={student.student_id}>
                <th scope="row">
                  {student.name} ({student.student_id})
                </th>
                <td data-label="Link">{wordings.states[student.link]}</td>
                <NumberCell data-label="Wrong dates">{student.link_tries}</NumberCell>
                <td data-label={reportWordings.openedByLink}>
                  {student.link_opened_at !== null && <WholeDates>{momentText(student.link_opened_at)}</WholeDates>}
                </td>
                <td className={styles.buttons}>
                  {student.link !== 'no date' && (
                    <>
                      <Button
                        aria-label={`Print slip of ${nameOf(student)}`}
                        unavailable={busy !== null}
                        busy={busy === `print ${student.student_id}`}
                        onClick={() => void print(student)}
                      >
                        Print
                      </Button>{' '}
                      <Button
                        aria-label={`Show link of ${nameOf(student)}`}
                        unavailable={busy !== null}
                        busy={busy === `show ${student.student_id}`}
                        onClick={() => void show(student)}
                      >
                        Show
                      </Button>{' '}
                    </>
                  )}
                  {student.link === 'open' && (
                    <Button
                      aria-label={`End link of ${nameOf(student)}`}
                      unavailable={busy !== null}
                      onClick={() => setEnding({ what: nameOf(student), student_id: student.student_id })}
                    >
                      End
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <Loading queries={[students]} what="the links" />
      )}
      {ending && (
        <EndLinksDialog
          what={ending.what}
          links={{ ...ofTerm, class_id: classId, ...(ending.student_id ? { student_id: ending.student_id } : {}) }}
          onClose={() => setEnding(null)}
          onEnded={() => {
            setShown(null);
            void students.refetch();
            onChanged();
          }}
        />
      )}
    </Dialog>
  );
}

function ShownLink({ name, address }: { name: string; address: string }) {
  const text = useRef<HTMLElement>(null);
  const { copied, isRefused, copy } = useCopy();
  return (
    <Alert tone="info">
      <p>Link of {name}:</p>
      <p>
        <code ref={text}>{address}</code>
      </p>
      <Button onClick={() => void copy(address, text.current)}>{copied === address ? 'Copied' : 'Copy Link'}</Button>
      {isRefused && <p role="alert">{copyRefusedText}</p>}
    </Alert>
  );
}
