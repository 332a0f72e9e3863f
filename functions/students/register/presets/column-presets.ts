import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { toPreset } from './preset-mapper.ts';
import { presetsOf } from './preset-store.ts';

export const columnPresets = callHandler(studentRegisterContract.columnPresets, {
  handle: async ({ caller }) => {
    const presets = await presetsOf(caller.accountId);
    return presets.map((preset) => toPreset(caller, preset)).filter(({ columns }) => columns.length > 0);
  },
});
