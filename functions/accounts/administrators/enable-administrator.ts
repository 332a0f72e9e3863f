import { accountsContract } from '#shared/accounts/contract.ts';
import { setOpen } from './set-open.ts';

export const enableAdministrator = setOpen(accountsContract.enableAdministrator, true);
