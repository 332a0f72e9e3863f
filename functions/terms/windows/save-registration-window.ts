import { termsContract } from '#shared/terms/contract.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../reference/school.ts';
import { toWindow } from './registration-windows.ts';
import { saveWindow, type WindowItem, windowKey } from './window-store.ts';

export const saveRegistrationWindow = callHandler(termsContract.saveRegistrationWindow, {
  prefetch: ({ form_level }) => ({ before: windowKey(form_level) }),
  handle: async ({ input: { form_level: formLevel, open, deadline }, found: { before }, caller, request }) => {
    if (!school().formClasses.some(({ form_level }) => form_level === formLevel)) {
      throw new ValidationError({ form_level: ['The school has no class of this form level.'] });
    }
    // Closing clears the deadline, whatever was sent.
    const window: WindowItem = { formLevel, isOpen: open === 1, ...(open === 1 && deadline ? { deadline } : {}) };
    const outcome = await saveWindow({ window, before, caller, request });
    if (outcome === 'refused') throw new ConflictError('Somebody else changed this form level. Please look again.');
    return toWindow(window);
  },
});
