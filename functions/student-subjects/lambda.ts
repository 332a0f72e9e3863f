import { studentSubjectsContract } from '#shared/student-subjects/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  studentSubjectsContract,
  {
    deleteSubject: () => import('./delete-subject.ts'),
    saveSubject: () => import('./save-subject.ts'),
    undoableActs: () => import('./undoable-acts.ts'),
    undoChange: () => import('./undo-change.ts'),
  },
  authenticator,
);
