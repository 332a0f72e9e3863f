import type { Role } from '#shared/http/contract.ts';

/** Cognito's client is larger than a domain's calls, and few calls need it: the first of them loads it. */
const identity = () => import('./user-pool.ts');

export const verifyPassword = async (userName: string, password: string) =>
  (await identity()).verifyPassword(userName, password);

export const setPassword = async (userName: string, password: string) =>
  (await identity()).setPassword(userName, password);

export const makeUser = async (user: { userName: string; role: Role; oneTimePassword: string }) =>
  (await identity()).makeUser(user);

export const setEnabled = async (userName: string, isEnabled: boolean) =>
  (await identity()).setEnabled(userName, isEnabled);
