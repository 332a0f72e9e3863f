import { authContract } from '#shared/accounts/auth/contract.ts';
import { apiHandler } from '../../platform/requests/pipeline.ts';
import { authenticator } from '../../sessions/authenticator.ts';

export const handler = apiHandler(
  authContract,
  {
    adminLogin: () => import('./admin-login.ts'),
    beginDemandedSetUp: () => import('./second-factor/begin-demanded-set-up.ts'),
    beginSetUp: () => import('./second-factor/begin-set-up.ts'),
    confirmDemandedSetUp: () => import('./second-factor/confirm-demanded-set-up.ts'),
    confirmSetUp: () => import('./second-factor/confirm-set-up.ts'),
    endSecondFactor: () => import('./second-factor/end-second-factor.ts'),
    forgetTrustedDevices: () => import('./second-factor/forget-trusted-devices.ts'),
    makeRecoveryCodes: () => import('./second-factor/make-recovery-codes.ts'),
    secondFactor: () => import('./second-factor/second-factor.ts'),
    signInWithCode: () => import('./second-factor/sign-in-with-code.ts'),
    adminPermissions: () => import('./admin-permissions.ts'),
    changeResetPassword: () => import('./change-reset-password.ts'),
    csrfCookie: () => import('./csrf-cookie.ts'),
    employee: () => import('./employee.ts'),
    employeeChangePassword: () => import('./employee-change-password.ts'),
    employeeLogin: () => import('./employee-login.ts'),
    confirmOwner: () => import('./own-account/confirm-owner.ts'),
    endOwnSessions: () => import('./own-account/end-own-sessions.ts'),
    forgetDevice: () => import('./own-account/forget-device.ts'),
    liftSignInWall: () => import('./lift-sign-in-wall.ts'),
    health: () => import('./health.ts'),
    login: () => import('./login.ts'),
    logout: () => import('./logout.ts'),
    myAccount: () => import('./own-account/my-account.ts'),
    signInWalls: () => import('./sign-in-walls.ts'),
    userEmployee: () => import('./user-employee.ts'),
  },
  authenticator,
);
