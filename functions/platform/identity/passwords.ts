/** Cognito's client is larger than a domain's calls, and few calls need it: the first of them loads it. */
const identity = () => import('./user-pool.ts');

export const verifyPassword = async (userName: string, password: string) =>
  (await identity()).verifyPassword(userName, password);

export const setPassword = async (userName: string, password: string) =>
  (await identity()).setPassword(userName, password);
