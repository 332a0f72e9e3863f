import { authRefusals } from '#shared/accounts/wordings.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markFileRefusals } from '#shared/marks/wordings.ts';
import { canPickAnyone } from '../../../people/records/class-list.ts';
import { employeeKey } from '../../../people/records/store.ts';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { fetchSpreadsheet } from '../../../platform/files/made-spreadsheets.ts';
import { callHandler, documentToSave } from '../../../platform/requests/call-handler.ts';
import { schoolDay } from '../../../school/records/school.ts';

export const downloadSpreadsheet = callHandler(markBookContract.downloadSpreadsheet, {
  prefetch: (_input, accountId) => ({ employee: employeeKey(accountId) }),
  handle: async ({ input, caller, found, request }) => {
    if (!canPickAnyone(caller, found.employee)) throw new ForbiddenError(authRefusals.forbidden);
    const bytes = await fetchSpreadsheet(caller.accountId, input.filePath, request.now);
    if (!bytes) throw new NotFoundError(markFileRefusals.gone);
    return documentToSave(bytes, `Mark Book Spreadsheet ${schoolDay(request.now)}.xlsx`);
  },
});
