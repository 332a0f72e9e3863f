import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  studentRegisterContract,
  {
    addStudent: () => import('./record/add-student.ts'),
    adminStudents: () => import('./list/admin-students.ts'),
    archiveStudent: () => import('./record/archive-student.ts'),
    columnPresets: () => import('./presets/column-presets.ts'),
    deleteColumnPreset: () => import('./presets/delete-column-preset.ts'),
    erasurePreview: () => import('./erasure/erasure-preview.ts'),
    eraseDue: () => import('./erasure/erase-due.ts'),
    erasuresDue: () => import('./erasure/erasures-due.ts'),
    eraseStudent: () => import('./erasure/erase-student.ts'),
    houses: () => import('./list/houses.ts'),
    resetStudentPassword: () => import('./record/reset-student-password.ts'),
    restoreStudent: () => import('./record/restore-student.ts'),
    saveColumnPreset: () => import('./presets/save-column-preset.ts'),
    saveStudent: () => import('./record/save-student.ts'),
    studentActs: () => import('./record/student-acts.ts'),
    studentAddressTown: () => import('./list/student-address-town.ts'),
    studentChoices: () => import('./record/student-choices.ts'),
    studentHistory: () => import('./record/student-history.ts'),
    studentParentOccupation: () => import('./list/student-parent-occupation.ts'),
    studentRecord: () => import('./record/student-record.ts'),
    studentOverview: () => import('./overview/student-overview.ts'),
    students: () => import('./list/students.ts'),
    undoStudentAct: () => import('./record/undo-student-act.ts'),
  },
  authenticator,
);
