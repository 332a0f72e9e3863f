import { sessionParts } from '#options/functions/sessions';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticatorOfEverybody, sessionsOfStudents } from '../../sessions/sessions-of-students.ts';

sessionsOfStudents.fill(sessionParts);

export const handler = apiHandler(
  authContract,
  {
    adminLogin: () => import('./sign-in/sign-in.ts'),
    beginDemandedSetUp: () => import('./second-factor-set-up.ts'),
    beginSetUp: () => import('./second-factor-set-up.ts'),
    confirmDemandedSetUp: () => import('./second-factor-set-up.ts'),
    confirmSetUp: () => import('./second-factor-set-up.ts'),
    endSecondFactor: () => import('./second-factor.ts'),
    forgetTrustedDevices: () => import('./second-factor.ts'),
    makeRecoveryCodes: () => import('./second-factor.ts'),
    readSecondFactorState: () => import('./second-factor.ts'),
    signInWithCode: () => import('./sign-in/sign-in-with-code.ts'),
    readAdminPermissions: () => import('./read-admin-permissions.ts'),
    changeResetPassword: () => import('./change-reset-password.ts'),
    setCsrfCookie: () => import('./session-cookies.ts'),
    readEmployeeAccount: () => import('./employee.ts'),
    changeOwnPassword: () => import('./change-own-password.ts'),
    employeeLogin: () => import('./sign-in/sign-in.ts'),
    confirmOwner: () => import('./own-account.ts'),
    endOwnSessions: () => import('./own-account.ts'),
    forgetDevice: () => import('./own-account.ts'),
    liftSignInLockout: () => import('./sign-in/sign-in-lockouts.ts'),
    checkHealth: () => import('./health.ts'),
    login: () => import('./sign-in/sign-in.ts'),
    logout: () => import('./session-cookies.ts'),
    readMyAccount: () => import('./own-account.ts'),
    listSignInLockouts: () => import('./sign-in/sign-in-lockouts.ts'),
    readEmployeeByUserName: () => import('./employee.ts'),
  },
  authenticatorOfEverybody,
);
