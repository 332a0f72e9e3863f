import { authContract } from '#shared/auth/contract.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { adminLogin } from './admin-login.ts';
import { adminPermissions } from './admin-permissions.ts';
import { changeResetPassword } from './change-reset-password.ts';
import { csrfCookie } from './csrf-cookie.ts';
import { employee } from './employee.ts';
import { employeeChangePassword } from './employee-change-password.ts';
import { employeeLogin } from './employee-login.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { doors } from './store.ts';
import { userEmployee } from './user-employee.ts';

export const handler = apiHandler(
  authContract,
  {
    adminLogin,
    adminPermissions,
    changeResetPassword,
    csrfCookie,
    employee,
    employeeChangePassword,
    employeeLogin,
    login,
    logout,
    userEmployee,
  },
  doors,
);
