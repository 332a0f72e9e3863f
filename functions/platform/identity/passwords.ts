import type { Role } from '#shared/http/contract.ts';

/** Cognito's client is large and few calls need it, so it is loaded on first use. */
const identity = () => import('./user-pool.ts');

export const provePassword = async (userName: string, password: string) =>
  (await identity()).provePassword(userName, password);

export const listGroups = async (userName: string) => (await identity()).listGroups(userName);

export const setPassword = async (userName: string, password: string) =>
  (await identity()).setPassword(userName, password);

export const makeUser = async (user: { userName: string; role: Role; oneTimePassword: string }) =>
  (await identity()).makeUser(user);

export const setGroup = async (userName: string, role: Role, from?: readonly string[]) =>
  (await identity()).setGroup(userName, role, from);

export const setUserEnabled = async (userName: string, isEnabled: boolean) =>
  (await identity()).setEnabled(userName, isEnabled);

export const setOneTimePassword = async (userName: string, password: string) =>
  (await identity()).setOneTimePassword(userName, password);

export const removeUser = async (userName: string) => (await identity()).removeUser(userName);

const app = () => import('./authenticator-app.ts');

export const answerCode = async (answer: { userName: string; session: string; code: string }) =>
  (await app()).answerCode(answer);

export const requestAppSecret = async (token: string) => (await app()).requestAppSecret(token);

export const confirmApp = async (token: string, code: string) => (await app()).confirmApp(token, code);

export const forgetApp = async (userName: string) => (await app()).forgetApp(userName);
