import { authContract } from '#shared/accounts/auth/contract.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { devicesOf, forgetDeviceOf, isDeviceForgotten } from '../../../sessions/devices.ts';
import { openingIdOf } from '../../../sessions/session-list.ts';
import { listDevices } from './listed-devices.ts';

export const forgetDevice = callHandler(authContract.forgetDevice, {
  handle: async ({ input: { device_id }, caller, request }) => {
    const devices = await devicesOf(caller.userName, request.now);
    const device = devices.find(({ hash }) => openingIdOf(hash) === device_id);
    if (device) await forgetDeviceOf(device, { caller, request });
    else if (!(await isDeviceForgotten(caller, request))) throw new NotFoundError('That device is not known any more.');
    return { devices: await listDevices(caller, request) };
  },
});
