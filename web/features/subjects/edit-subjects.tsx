import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { type SubjectEntry, subjectsContract } from '#shared/subjects/contract.ts';
import { studentSubjectsWordings as messages, subjectScreenWordings } from '#shared/subjects/wordings.ts';
import { attempt } from '../../acts/attempt.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { call, untilNextAct } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import type { TableColumn } from '../../tables/columns.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { useTableState } from '../../tables/table-state.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { confirm, showModal } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import { RecentActs } from '../../undo/recent-acts.tsx';
import { SubjectDialog } from './subject-dialog.tsx';

/** 'Edit/View Subjects': every subject of the school, to be added, renamed and deleted. */
export default function EditSubjects() {
  const client = useQueryClient();
  const place = useAddressState();
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  const table = useTableState(none);
  const [deleting, setDeleting] = useState<string | null>(null);
  const reload = useCallback(
    () => void client.invalidateQueries({ queryKey: queryKeyOf(subjectsContract.listSubjects) }),
    [client],
  );
  const edited = subjects.data?.find(({ id }) => id === place.get('subject')) ?? null;
  const columns = useMemo(
    () =>
      columnsOf({
        deleting,
        onEdit: ({ id }) => place.change({ subject: id }),
        onDelete: async (subject) => {
          if (!(await isSure(subject))) return;
          setDeleting(subject.id);
          await remove(subject, reload);
          setDeleting(null);
        },
      }),
    [deleting, place, reload],
  );
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => place.change({ add: 1 })}>
      {subjectScreenWordings.addNewSubject}
    </Button>
  );
  return (
    <Stack gap={16} width={860}>
      {!subjects.data ? (
        <Loading queries={[subjects]} what="the subjects" lines={8} />
      ) : subjects.data.length === 0 ? (
        <EmptyState icon={BookOpen} title="No subjects" text="Add the first subject that is taught." action={add} />
      ) : (
        <DataTable
          label="Subjects"
          rows={subjects.data}
          columns={columns}
          keyOf={keyOf}
          state={table.state}
          onChange={table.change}
          onOpen={({ id }) => place.change({ subject: id })}
          searchPlaceholder="Title, abbreviation or ID"
          nothingFound={messages.noneFound}
          tools={add}
        />
      )}
      <RecentActs list={{ of: 'student-subjects', place: 'subjects' }} onDone={reload} />
      {(edited || place.has('add')) && (
        <SubjectDialog
          key={edited?.id ?? ''}
          subject={edited}
          onSaved={reload}
          onClose={() => place.change({ subject: null, add: null })}
        />
      )}
    </Stack>
  );
}

const none: readonly string[] = [];
const keyOf = ({ id }: SubjectEntry): string => id;

const isSure = ({ title }: SubjectEntry) =>
  confirm({
    title: `Delete ${title}?`,
    text: 'A subject that has lessons, students or marks stays. What is deleted can be brought back for 30 days.',
    confirmLabel: 'Delete',
    danger: true,
  });

async function remove({ id }: SubjectEntry, onDone: () => void): Promise<void> {
  const send = async () => {
    const { title, undo } = await call(studentSubjectsContract.deleteSubject, { id });
    offerUndo({ message: messages.subjectDeleted(title), undo: undoOf(undo), onDone });
  };
  await attempt(send, async (error) => {
    snackbar(messages.subjectNotDeleted, { tone: 'error', duration: 3000 });
    // Where it is used takes longer to read than a snackbar stays.
    if (error instanceof ApiError && error.status < 500) {
      const why = error.message.replace(`${messages.subjectNotDeleted}. `, '');
      await showModal({ openedBy: 'answer', title: 'Subject cannot be deleted', text: why, signal: untilNextAct() });
    }
  });
  onDone();
}

interface Acts {
  /** The one that is being deleted. */
  deleting: string | null;
  onEdit: (subject: SubjectEntry) => void;
  onDelete: (subject: SubjectEntry) => Promise<void>;
}

const columnsOf = ({ deleting, onEdit, onDelete }: Acts): TableColumn<SubjectEntry>[] => [
  { key: 'title', label: 'Subject Title', value: ({ title }) => title, width: 220 },
  { key: 'abbr', label: 'Abbreviation', value: ({ abbr }) => abbr, width: 130 },
  { key: 'id', label: 'Subject ID', value: ({ id }) => id, width: 120 },
  {
    key: 'acts',
    label: 'Actions',
    value: () => null,
    cell: (subject) => (
      <>
        <IconButton label={`Edit Subject: ${subject.title}`} icon={Pencil} onClick={() => onEdit(subject)} />
        <IconButton
          label={`Delete Subject: ${subject.title}`}
          icon={Trash2}
          disabled={deleting === subject.id}
          onClick={() => void onDelete(subject)}
        />
      </>
    ),
    width: 100,
    isFixed: true,
  },
];
