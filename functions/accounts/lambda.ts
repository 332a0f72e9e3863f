import { accountsContract } from '#shared/accounts/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  accountsContract,
  {
    listAccountSessions: () => import('./account-sessions.ts'),
    addAdministrator: () => import('./administrators/add-administrator.ts'),
    addEmployee: () => import('./teachers/add-employee.ts'),
    listAdministrators: () => import('./administrators/administrators.ts'),
    archiveEmployee: () => import('./teachers/archive-employee.ts'),
    disableAdministrator: () => import('./administrators/enable-administrator.ts'),
    readEmployeePosts: () => import('./teachers/employee-posts.ts'),
    endAccountSessions: () => import('./account-sessions.ts'),
    enableAdministrator: () => import('./administrators/enable-administrator.ts'),
    resetAdministratorPassword: () => import('./administrators/reset-administrator-password.ts'),
    resetSecondFactor: () => import('./reset-second-factor.ts'),
    resetEmployeePassword: () => import('./teachers/reset-employee-password.ts'),
    restoreEmployee: () => import('./teachers/archive-employee.ts'),
    listSignInSlips: () => import('./sign-in-slips.ts'),
    updateAdministrator: () => import('./administrators/update-administrator.ts'),
    updateEmployee: () => import('./teachers/update-employee.ts'),
  },
  authenticator,
);
