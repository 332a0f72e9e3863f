import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { presetLimit } from '#shared/students/register/preset-calls.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readable, toPreset } from './preset-mapper.ts';
import { presetsOf, savePreset } from './preset-store.ts';

export const saveColumnPreset = callHandler(studentRegisterContract.saveColumnPreset, {
  handle: async ({ input: { name, columns, version: seen }, caller, request }) => {
    const allowed = readable(caller, columns);
    if (allowed.length < new Set(columns).size)
      throw new ForbiddenError('Some of these columns are kept for the office.');
    const presets = await presetsOf(caller.accountId);
    const before = presets.find((preset) => preset.name === name);
    if (!before && presets.length >= presetLimit) {
      throw new ValidationError({ name: [`At most ${presetLimit} are kept. Delete one to add another.`] });
    }
    const outcome = await savePreset({ name, before, caller, request }, { columns: allowed, seen });
    if (outcome === 'refused') {
      throw new ConflictError(`“${name}” has been changed meanwhile, on another device or page. Please look again.`);
    }
    const [stored] = (await presetsOf(caller.accountId)).filter((preset) => preset.name === name);
    return stored ? toPreset(caller, stored) : { name, columns: allowed, version: (seen ?? 0) + 1 };
  },
});
