import { authContract } from '#shared/auth/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  authContract,
  {
    adminLogin: () => import('./admin-login.ts'),
    adminPermissions: () => import('./admin-permissions.ts'),
    changeResetPassword: () => import('./change-reset-password.ts'),
    csrfCookie: () => import('./csrf-cookie.ts'),
    employee: () => import('./employee.ts'),
    employeeChangePassword: () => import('./employee-change-password.ts'),
    employeeLogin: () => import('./employee-login.ts'),
    login: () => import('./login.ts'),
    logout: () => import('./logout.ts'),
    userEmployee: () => import('./user-employee.ts'),
  },
  authenticator,
);
