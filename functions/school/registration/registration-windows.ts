import { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { RegistrationWindow } from '#shared/school/registration-calls.ts';
import { termRegistrationWordings } from '#shared/school/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type FieldValue, fieldsMeantToChange } from '../../platform/table/field-changes.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import { readItems } from '../../platform/table/table.ts';
import {
  readRegistrationWindows,
  registrationWindowKey,
  type WindowItem,
  windowAuditSubject,
  writeRegistrationWindow,
} from '../records/registration-window.ts';
import { formLevelsOfSchool, schoolDay } from '../records/school.ts';

export const toRegistrationWindow = ({ formLevel, isOpen, deadline }: WindowItem): RegistrationWindow => ({
  form_level: formLevel,
  open: isOpen ? 1 : 0,
  deadline: deadline ?? null,
});

export const listRegistrationWindows = callHandler(termsContract.listRegistrationWindows, {
  handle: async () => {
    const levels = formLevelsOfSchool();
    const windows = await readRegistrationWindows(levels);
    return levels.map((formLevel) =>
      toRegistrationWindow(windows.find((window) => window.formLevel === formLevel) ?? { formLevel, isOpen: false }),
    );
  },
});

type Field = 'open' | 'deadline';
type Seen = Partial<Record<Field, FieldValue>> | undefined;

export const saveFormLevelRegistration = callHandler(termsContract.saveFormLevelRegistration, {
  prefetch: ({ form_level }) => ({ before: registrationWindowKey(form_level) }),
  handle: async ({ input: { form_level: formLevel, open, deadline, was }, found, caller, request }) => {
    if (!formLevelsOfSchool().includes(formLevel)) {
      throw new ValidationError({ form_level: [termRegistrationWordings.noClassOfLevel] });
    }
    const closed: WindowItem = { formLevel, isOpen: false };
    // Closing clears the deadline.
    const save = { values: { open, deadline: open === 1 ? deadline : null }, was: was as Seen };
    const meant = fieldsMeantToChange<Field>(save);
    // A deadline implies that the registration is open until then.
    const all = meant.includes('deadline') && save.values.deadline !== null ? (['open', 'deadline'] as const) : meant;
    const after = await saveTyped<WindowItem, Field>({
      found: found.before ?? closed,
      read: async () => (await readItems({ window: registrationWindowKey(formLevel) })).window ?? closed,
      save,
      trail: {
        subject: windowAuditSubject(formLevel),
        names: (field) => [field === 'open' ? 'isOpen' : 'deadline'],
      },
      request,
      decide: async (before, changesTo) => {
        const now = toRegistrationWindow(before);
        const changes = await changesTo({ value: (field) => now[field], meant: all });
        if (changes.length === 0) return null;
        const next = { ...now, ...Object.fromEntries(changes.map((change) => [change.field, change.after])) };
        const isOpen = next.open === 1;
        const isDeadlineSet = changes.some(({ field }) => field === 'deadline' && next.deadline !== null);
        if (isDeadlineSet && String(next.deadline) < schoolDay(request.now)) {
          throw new ValidationError({ deadline: [termRegistrationWordings.over(displayDate(String(next.deadline)))] });
        }
        const after = { formLevel, isOpen, ...(isOpen && next.deadline !== null ? { deadline: next.deadline } : {}) };
        return { write: () => writeRegistrationWindow(after, { before, by: { caller, request } }), after };
      },
    });
    return toRegistrationWindow(after);
  },
});
