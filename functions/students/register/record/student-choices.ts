import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school, schoolDay } from '../../../school/records/school.ts';

export const studentChoices = callHandler(studentRegisterContract.studentChoices, {
  handle: async ({ request }) => {
    const { formClasses, codeLists } = school();
    return {
      classes: formClasses.map(({ id, form_level }) => ({ id, form_level })),
      codes: Object.entries(codeLists).map(([list, choices]) => ({ list, choices: [...choices] })),
      today: schoolDay(request.now),
    };
  },
});
