import { type RegistrationWindow, termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../records/school.ts';
import { type WindowItem, windowsOf } from './window-store.ts';

export const toWindow = ({ formLevel, isOpen, deadline }: WindowItem): RegistrationWindow => ({
  form_level: formLevel,
  open: isOpen ? 1 : 0,
  deadline: deadline ?? null,
});

export const registrationWindows = callHandler(termsContract.registrationWindows, {
  handle: async () => {
    const levels = [...new Set(school().formClasses.map(({ form_level }) => form_level))].sort((a, b) => a - b);
    const windows = await windowsOf(levels);
    return levels.map((formLevel) =>
      toWindow(windows.find((window) => window.formLevel === formLevel) ?? { formLevel, isOpen: false }),
    );
  },
});
