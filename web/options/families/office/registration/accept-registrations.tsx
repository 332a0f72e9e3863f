import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { familyRegistrationWordings as wordings } from '#shared/options/families/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { studentFields } from '#shared/students/fields.ts';
import { explain } from '../../../../acts/attempt.ts';
import { queryKeyOf, queryOf } from '../../../../api/query.ts';
import { RunProgress } from '../../../../runs/run-progress.tsx';
import { useFollowedRun } from '../../../../runs/use-run.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { Loading } from '../../../../ui/display/loading.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../../ui/overlays/snackbar.tsx';
import { RecentActs } from '../../../../undo/recent-acts.tsx';
import { NoteList, PreviewTable } from '../../../../uploads/file-preview.tsx';

const { previewRegistrations, acceptRegistrations, listActs } = familiesContract;
type Preview = Output<typeof previewRegistrations>;
type Left = Output<typeof acceptRegistrations>['left'];

interface AcceptRegistrationsProps {
  /** Registrations handed in, of the class that is open or of the school. */
  waiting: number;
  /** The class that is open; null for the school. */
  classId: string | null;
  /** The window with the preview, by the address. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChanged: () => void;
}

/**
 * Accepts what families have handed in, all at once after a preview, and lists what can be taken back (rules 12, 46).
 */
export function AcceptRegistrations({ waiting, classId, isOpen, onOpen, onChanged }: AcceptRegistrationsProps) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [left, setLeft] = useState<Left>([]);
  const changed = () => {
    onChanged();
    void client.invalidateQueries({ queryKey: queryKeyOf(previewRegistrations) });
    void client.invalidateQueries({ queryKey: queryKeyOf(listActs) });
  };
  const accepting = useFollowedRun(acceptRegistrations, {
    name: 'registrations',
    onEnd: (end) => {
      if ('error' in end) {
        explain(end.error, setProblem);
      } else {
        setLeft(end.answer.left);
        if (end.answer.state === 'failed') setProblem(wordings.notAllAccepted);
        else snackbar(wordings.acceptedMany(end.answer.total_rows - end.answer.left.length));
      }
      changed();
    },
  });
  const start = (year: number, registrations: Preview['registrations']) => {
    onOpen(false);
    setProblem(undefined);
    setLeft([]);
    void accepting.start({ year, registrations });
  };
  return (
    <>
      {problem !== undefined && <Alert tone="error">{problem}</Alert>}
      {accepting.going ? (
        <RunProgress label="Accepting registrations" {...accepting.going} />
      ) : (
        waiting > 0 && (
          <div>
            <Button onClick={() => onOpen(true)}>
              {classId === null ? 'Accept Registrations' : `Accept Registrations of ${classId}`}
            </Button>
          </div>
        )
      )}
      <NoteList
        tone="warning"
        title={`${pluralize(left.length, 'registration')} left as before:`}
        label="Left as before"
        notes={left.map((one) => ({ key: one.student_id, text: `${nameWithId(one)}: ${one.reason}` }))}
      />
      <RecentActs list={{ of: 'registrations' }} calls={familiesContract} onDone={changed} />
      {isOpen && <PreviewDialog classId={classId} onStart={start} onClose={() => onOpen(false)} />}
    </>
  );
}

interface PreviewDialogProps {
  classId: string | null;
  onStart: (year: number, registrations: Preview['registrations']) => void;
  onClose: () => void;
}

/** How many registrations would be accepted, in which facts and files, and which are left for a person to compare. */
function PreviewDialog({ classId, onStart, onClose }: PreviewDialogProps) {
  const query = useQuery({
    ...queryOf(previewRegistrations, classId === null ? {} : { class_id: classId }),
    // Somebody may have handed in since it was looked at last.
    staleTime: 0,
  });
  const found = query.isFetchedAfterMount ? query.data : undefined;
  const { year = null, registrations = [], parts = [], conflicts = [] } = found ?? {};
  return (
    <Dialog
      openedBy="act"
      open
      size="wide"
      title={classId === null ? 'Accept Registrations' : `Accept Registrations of ${classId}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {year !== null && registrations.length > 0 && (
            <Button variant="primary" onClick={() => onStart(year, registrations)}>
              Accept {pluralize(registrations.length, 'Registration')}
            </Button>
          )}
        </>
      }
    >
      {found ? (
        <Stack gap={16}>
          <p>{wordings.acceptQuestion(registrations.length)}</p>
          <NoteList
            tone="warning"
            title={wordings.conflicts(conflicts.length)}
            label="To be compared"
            notes={conflicts.map(({ parts: of, ...student }) => ({
              key: student.student_id,
              text: `${nameWithId(student)}, ${student.class_id}: ${of.map((part) => studentFields[part].label).join(', ')}`,
            }))}
          />
          <PreviewTable
            label="What changes"
            rows={parts}
            keyOf={({ part }) => part}
            columns={[
              { label: 'Fact or file', cell: ({ part }) => studentFields[part].label },
              { label: 'Students', cell: ({ students }) => students, isNumber: true },
            ]}
          />
        </Stack>
      ) : (
        <Loading queries={[query]} what="what changes" />
      )}
    </Dialog>
  );
}
