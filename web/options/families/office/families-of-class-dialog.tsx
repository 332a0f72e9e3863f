import { useQuery } from '@tanstack/react-query';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenWordings as wordings } from '#shared/options/families/wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { useAct } from '../../../acts/use-act.ts';
import { queryOf } from '../../../api/query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import { downloadLetters } from './letters.ts';

interface FamiliesOfClassDialogProps {
  classId: string;
  /** The posted term whose openings are shown; null while nothing is posted. */
  term: { year: number; term: number; title: string } | null;
  onPrinted: () => void;
  onClose: () => void;
}

/** The students of a class: account, last sign-in, and who opened the report or never did. Letters are printed here. */
export function FamiliesOfClassDialog({ classId, term, onPrinted, onClose }: FamiliesOfClassDialogProps) {
  const students = useQuery(
    queryOf(familiesContract.listFamilyAccounts, {
      class_id: classId,
      ...(term ? { year: String(term.year), term: String(term.term) } : {}),
    }),
  );
  const { act, busy: printing, problem } = useAct();
  const print = (letters: { class_id: string; student_id?: string }) =>
    act(async () => {
      await downloadLetters(letters);
      onPrinted();
    }, letters.student_id ?? classId);
  const nameOf = studentNameApart<{ name: string; student_id: string }>(students.data ?? []);
  const waiting = students.data?.filter(({ account }) => account === 'unused') ?? [];
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={`Families of ${classId}`}
      text={wordings.lettersMean}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={printing === classId}
            unavailable={waiting.length === 0 || printing !== null}
            onClick={() => void print({ class_id: classId })}
          >
            Print Letters
          </Button>
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      {students.data ? (
        <Table label={`Students of ${classId}`} stickyFirst folds>
          <thead>
            <tr>
              <th scope="col">Student</th>
              <th scope="col">Account</th>
              <th scope="col">Last signed in</th>
              {term && (
                <th scope="col">
                  <WholeDates>{`Report of ${term.title}`}</WholeDates>
                </th>
              )}
              <th scope="col">Letter</th>
            </tr>
          </thead>
          <tbody>
            {students.data.map(({ student_id, name, account, last_signed_in_at, opened_at }) => (
              <tr key={student_id}>
                <th scope="row">
                  {name} ({student_id})
                </th>
                <td data-label="Account">{wordings.accountStates[account]}</td>
                <td data-label="Last signed in">
                  <WholeDates>{last_signed_in_at === null ? '' : momentText(last_signed_in_at)}</WholeDates>
                </td>
                {term && (
                  <td data-label={`Report of ${term.title}`}>
                    <WholeDates>
                      {opened_at === null ? wordings.neverOpened : `Opened ${momentText(opened_at)}`}
                    </WholeDates>
                  </td>
                )}
                <td>
                  {account === 'unused' && (
                    <Button
                      aria-label={`Print letter of ${nameOf({ student_id, name })}`}
                      busy={printing === student_id}
                      unavailable={printing !== null}
                      onClick={() => void print({ class_id: classId, student_id })}
                    >
                      Print
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <Loading queries={[students]} what="the students" />
      )}
    </Dialog>
  );
}
