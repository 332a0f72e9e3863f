import { type LeftStudent, studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { changedSince, nothingToUndo } from '../../platform/undo/undoable-actions.ts';
import { readSubjectList, subjectRestoring, writeSubject } from '../records/subject-list.ts';
import { refuseNamesakes } from './save-subject.ts';
import { undoAssigning, undoDeleting } from './undo-students.ts';
import { type ChangeOf, studentSubjectsActs, type Undoing } from './undoable-changes.ts';

export const undoChange = callHandler(studentSubjectsContract.undoChange, {
  prefetch: ({ undo }) => ({ action: studentSubjectsActs.key(undo) }),
  handle: async ({ found: { action }, caller, request }) => {
    if (!action) throw nothingToUndo();
    if (studentSubjectsActs.wasUndone(action, request)) return { ok: true as const, left: [] };
    return { ok: true as const, left: await undo({ action, caller, request }) };
  },
});

async function undo(undoing: Undoing): Promise<LeftStudent[]> {
  const { change } = undoing.action;
  switch (change.kind) {
    case 'subject deleted':
      await bringSubjectBack(change.details, undoing);
      return [];
    case 'students assigned':
      return undoAssigning(change.details, undoing);
    case 'students deleted':
      return undoDeleting(change.details, undoing);
  }
}

/** The subject is listed again, with its id; its names may have been given to another one meanwhile. */
function bringSubjectBack(
  { subject }: ChangeOf<'subject deleted'>,
  { action, caller, request }: Undoing,
): Promise<void> {
  const { subjectId, title, abbr } = subject;
  return retryRefused({
    read: async () => ({
      list: await readSubjectList(),
      ...(await readItems({ now: studentSubjectsActs.key(action.key) })),
    }),
    attempt: async ({ list, now }): Promise<undefined | 'refused'> => {
      if (now && studentSubjectsActs.wasUndone(now, request)) return undefined;
      const deleted = list.subjects.find((one) => one.subjectId === subjectId);
      if (deleted?.deletedAt !== subject.deletedAt) {
        throw changedSince();
      }
      refuseNamesakes(list, subject);
      const outcome = await writeSubject({
        ...{ list, subjectId, caller, request },
        actions: [subjectRestoring(subject), studentSubjectsActs.undone(action, request)],
        changes: [{ field: 'subject', before: null, after: { title, abbr } }],
      });
      return outcome === 'refused' ? outcome : undefined;
    },
    what: 'the subjects',
  });
}

export const undoableActs = callHandler(studentSubjectsContract.undoableActs, {
  handle: ({ input: { place }, request: { now } }) => studentSubjectsActs.list({ place, now }),
});
