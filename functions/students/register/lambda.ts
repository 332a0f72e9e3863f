import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentRegisterContract,
  {
    addStudent: () => import('./record/add-student.ts'),
    adminStudents: () => import('./student-list.ts'),
    archiveStudent: () => import('./record/archive-student.ts'),
    columnPresets: () => import('./column-presets.ts'),
    deleteColumnPreset: () => import('./column-presets.ts'),
    erasurePreview: () => import('./erasure/erasure-preview.ts'),
    eraseDue: () => import('./erasure/erasures-due.ts'),
    erasuresDue: () => import('./erasure/erasures-due.ts'),
    eraseStudent: () => import('./erasure/erase-student.ts'),
    houses: () => import('./filter-values.ts'),
    resetStudentPassword: () => import('./record/student-record.ts'),
    restoreStudent: () => import('./record/restore-student.ts'),
    saveColumnPreset: () => import('./column-presets.ts'),
    saveStudent: () => import('./record/save-student.ts'),
    studentActs: () => import('./record/student-acts.ts'),
    studentAddressTown: () => import('./filter-values.ts'),
    studentChoices: () => import('./record/student-record.ts'),
    studentHistory: () => import('./record/student-record.ts'),
    studentParentOccupation: () => import('./filter-values.ts'),
    studentRecord: () => import('./record/student-record.ts'),
    studentOverview: () => import('./student-overview.ts'),
    students: () => import('./student-list.ts'),
    undoStudentAct: () => import('./record/student-acts.ts'),
  },
  authenticator,
);
