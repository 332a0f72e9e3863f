import { studentRegisterContract } from '#shared/student-register/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  studentRegisterContract,
  {
    adminStudents: () => import('./list/admin-students.ts'),
    columnPresets: () => import('./presets/column-presets.ts'),
    deleteColumnPreset: () => import('./presets/delete-column-preset.ts'),
    houses: () => import('./list/houses.ts'),
    saveColumnPreset: () => import('./presets/save-column-preset.ts'),
    studentAddressTown: () => import('./list/student-address-town.ts'),
    studentParentOccupation: () => import('./list/student-parent-occupation.ts'),
    students: () => import('./list/students.ts'),
  },
  authenticator,
);
