import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { presetsOf, removePreset } from './preset-store.ts';

export const deleteColumnPreset = callHandler(studentRegisterContract.deleteColumnPreset, {
  handle: async ({ input: { name, version: seen }, caller, request }) => {
    const before = (await presetsOf(caller.accountId)).find((preset) => preset.name === name);
    // Deleted by this request before, or on another device: what the caller wants is so.
    if (!before) return { name };
    const outcome = await removePreset({ name, before, caller, request }, seen);
    if (outcome === 'refused') {
      throw new ConflictError(`“${name}” has been changed meanwhile, on another device or page. Please look again.`);
    }
    return { name };
  },
});
